//! Error codes. The `data` of every error has at least a `reason`.

pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
/// A bug in the daemon, or the daemon is stopping.
pub const INTERNAL_ERROR: i32 = -32603;
pub const CANCELLED: i32 = -32800;
pub const UNKNOWN_SESSION: i32 = 1001;
pub const ILLEGAL_ACTION: i32 = 1002;
pub const OUT_OF_TURN: i32 = 1003;
pub const UNKNOWN_CARD: i32 = 1004;
pub const MOVED_ON: i32 = 1005;
pub const CONTRADICTION: i32 = 1006;
pub const SESSION_OVER: i32 = 1007;
pub const LIMIT_REACHED: i32 = 1008;
pub const NOT_ALLOWED: i32 = 1009;
pub const OUTCOME_UNKNOWN: i32 = 1010;

/// Every code with the `message` of its errors.
pub const CODES: [(i32, &str); 16] = [
    (PARSE_ERROR, "not JSON"),
    (INVALID_REQUEST, "not a JSON-RPC request"),
    (METHOD_NOT_FOUND, "unknown method"),
    (INVALID_PARAMS, "wrong params"),
    (INTERNAL_ERROR, "a fault of the daemon"),
    (CANCELLED, "cancelled"),
    (UNKNOWN_SESSION, "unknown session"),
    (ILLEGAL_ACTION, "illegal action"),
    (OUT_OF_TURN, "out of turn, or the wrong phase"),
    (UNKNOWN_CARD, "unknown or ambiguous card"),
    (MOVED_ON, "the session has moved on"),
    (CONTRADICTION, "contradicts what is known"),
    (SESSION_OVER, "the session is closed or over"),
    (LIMIT_REACHED, "a limit was reached"),
    (NOT_ALLOWED, "not allowed"),
    (OUTCOME_UNKNOWN, "the outcome is unknown"),
];
