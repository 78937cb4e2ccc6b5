// @ts-check
// JSON-RPC over a WebSocket that comes back for ever, whoever starts first.

/**
 * @typedef {{code: number, message: string, data: {reason: string, hint?: string, [more: string]: any}}} RpcFailure
 * @typedef {"connecting" | "open" | "lost"} LineState
 * @typedef {{method: string, params: object, end: string, take: (result: any) => void, fail?: (failure: Failed) => void, id?: string}} Following
 */

/** What the daemon refused, or a line that broke before it answered. */
export class Failed extends Error {
  /** @param {RpcFailure | null} failure */
  constructor(failure) {
    super(failure?.data?.reason ?? failure?.message ?? "the connection was lost");
    this.code = failure?.code ?? 0;
    this.hint = failure?.data?.hint;
    this.data = failure?.data ?? { reason: "" };
    /** Nobody knows whether it was done. */
    this.lost = failure === null;
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** A line that says nothing for so long is asked whether it is still there. */
const SILENCE_MS = 20000;
const PATIENCE_MS = 10000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #ids = 0;
  #failures = 0;
  #ended = false;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (failure: Failed) => void, following?: Following}>} */
  #waiting = new Map();
  /** @type {Set<Following>} */
  #followings = new Set();
  /** Early updates of a subscription whose id is not known yet cannot happen: the answer comes first.
   *  @type {Map<string, Following>} */
  #bySubscription = new Map();
  /** @type {Set<(state: LineState) => void>} */
  #listeners = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {LineState} */
  state = "connecting";
  /** When the line was lost, by this page's clock. */
  lostAt = performance.now();

  /** @param {{token?: string | null}} [options] */
  constructor(options = {}) {
    const address = new URL("/rpc", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    if (options.token) address.searchParams.set("token", options.token);
    this.address = address.href;
    this.#connect();
  }

  /** @param {(state: LineState) => void} listener */
  onState(listener) {
    this.#listeners.add(listener);
    listener(this.state);
  }

  #connect() {
    if (this.#ended) return;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.#set("open");
      for (const following of this.#followings) this.#begin(following);
      this.#listen();
    };
    socket.onmessage = (event) => {
      this.#listen();
      this.#take(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lose(socket);
  }

  /** @param {WebSocket} socket */
  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#silence);
    for (const { reject } of this.#waiting.values()) reject(new Failed(null));
    this.#waiting.clear();
    this.#bySubscription.clear();
    if (this.#ended) return;
    if (this.state === "open") this.lostAt = performance.now();
    this.#set("lost");
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    // Many pages that lost one daemon should not all come back in the same moment.
    setTimeout(() => this.#connect(), most * (0.5 + Math.random() / 2));
  }

  /** @param {LineState} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#probe(), SILENCE_MS);
  }

  /** A line can be dead without being closed. */
  #probe() {
    const socket = this.#socket;
    if (!socket) return;
    this.#silence = setTimeout(() => {
      socket.onclose = null;
      socket.close();
      this.#lose(socket);
    }, PATIENCE_MS);
    this.request("overlay/get").catch(() => {});
  }

  /** @param {any} message */
  #take(message) {
    if (message.method) {
      const { subscription, result, error } = message.params ?? {};
      const following = this.#bySubscription.get(subscription);
      if (!following) return;
      if (error !== undefined) {
        this.#bySubscription.delete(subscription);
        following.id = undefined;
        following.fail?.(new Failed({ code: 0, message: error, data: { reason: String(error) } }));
      } else {
        following.take(result);
      }
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    if (message.error) {
      waiting.reject(new Failed(message.error));
      return;
    }
    const { following } = waiting;
    if (following && this.#followings.has(following)) {
      following.id = message.result;
      this.#bySubscription.set(message.result, following);
    }
    waiting.resolve(message.result);
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  request(method, params = {}) {
    return this.#send(method, params);
  }

  /** @param {string} method @param {object} params @param {Following} [following] @returns {Promise<any>} */
  #send(method, params, following) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Failed(null));
    this.#ids += 1;
    const id = this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, following });
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /**
   * A subscription that outlives the line; ends when the returned function is called.
   * @param {Following} following
   * @returns {() => void}
   */
  follow(following) {
    this.#followings.add(following);
    if (this.state === "open") this.#begin(following);
    return () => {
      this.#followings.delete(following);
      this.#endSubscription(following);
    };
  }

  /** From the beginning, with a snapshot. @param {Following} following */
  again(following) {
    this.#endSubscription(following);
    if (this.state === "open" && this.#followings.has(following)) this.#begin(following);
  }

  /** @param {Following} following */
  #endSubscription(following) {
    if (following.id === undefined) return;
    this.#bySubscription.delete(following.id);
    this.request(following.end, { subscription: following.id }).catch(() => {});
    following.id = undefined;
  }

  /** @param {Following} following */
  #begin(following) {
    following.id = undefined;
    this.#send(following.method, following.params, following).then(
      (id) => {
        // It was ended before it had begun.
        if (!this.#followings.has(following)) this.request(following.end, { subscription: id }).catch(() => {});
      },
      (failure) => {
        if (!failure.lost && this.#followings.has(following)) following.fail?.(failure);
      },
    );
  }

  close() {
    this.#ended = true;
    this.#socket?.close();
  }
}
