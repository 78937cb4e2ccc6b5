// @ts-check
// JSON-RPC over a WebSocket that reconnects for ever; page and daemon may start in any order.

/**
 * @typedef {import("./wire").Methods} Methods
 * @typedef {{
 *   reason: string, hint?: string, field?: string, suggestions?: string[],
 * }} RpcErrorData
 * @typedef {{code: number, message: string, data?: RpcErrorData}} RpcError
 * @typedef {{id: number, result?: unknown, error?: RpcError}} Response
 * @typedef {{subscription: string, result?: unknown, error?: string}} UpdateParams
 * @typedef {{method: string, params?: UpdateParams}} Notification
 * @typedef {"connecting" | "open" | "lost"} ConnectionState
 */

/**
 * @typedef {{
 *   "session/subscribe": import("./wire").Update,
 *   "server/subscribe": import("./wire").ServerUpdate,
 * }} UpdatesOf what the notifications of a subscription contain
 */

/**
 * A subscription that is made again on every new connection; `id` is that of the
 * present connection.
 * @template {keyof UpdatesOf} [Method=keyof UpdatesOf]
 * @typedef {{
 *   method: Method,
 *   params: Methods[Method]["params"],
 *   end: "session/unsubscribe" | "server/unsubscribe",
 *   take(update: UpdatesOf[Method]): void,
 *   fail?: (failure: Failed) => void,
 *   id?: string,
 * }} Following
 */

/**
 * @typedef {{
 *   resolve: (result: unknown) => void,
 *   reject: (failure: Failed) => void,
 *   following?: Following,
 * }} Pending a request without its response
 */

/** An error response of the daemon, or a connection that broke before the response. */
export class Failed extends Error {
  /** @param {RpcError | null} failure null if the connection broke */
  constructor(failure) {
    super(failure?.data?.reason ?? failure?.message ?? "the connection was lost");
    this.code = failure?.code ?? 0;
    this.hint = failure?.data?.hint;
    this.data = failure?.data ?? { reason: "" };
    /** The connection broke, so the request may or may not have been carried out. */
    this.lost = failure === null;
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** After so long without a message a request is sent to test the connection. */
const SILENCE_MS = 20000;
/** How long the test request may take before the connection counts as lost. */
const PATIENCE_MS = 10000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #ids = 0;
  #failures = 0;
  #ended = false;
  /** @type {Map<number, Pending>} */
  #waiting = new Map();
  /** @type {Set<Following>} */
  #followings = new Set();
  /**
   * An entry is made as soon as the response with the subscription's id is read, before
   * the first update of that subscription.
   * @type {Map<string, Following>}
   */
  #bySubscription = new Map();
  /** @type {Set<(state: ConnectionState) => void>} */
  #listeners = new Set();
  /** What listens to notifications that belong to no subscription. @type {Map<string, (params: never) => void>} */
  #notices = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {ConnectionState} */
  state = "connecting";
  /** When the connection was lost, by this page's clock. */
  lostAt = performance.now();

  /** @param {{token?: string | null}} [options] */
  constructor(options = {}) {
    const address = new URL("/rpc", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    if (options.token) address.searchParams.set("token", options.token);
    this.address = address.href;
    this.#connect();
  }

  /** @param {(state: ConnectionState) => void} listener */
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
    // A random part keeps many pages from reconnecting in the same moment.
    setTimeout(() => this.#connect(), most * (0.5 + Math.random() / 2));
  }

  /** @param {ConnectionState} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#probe(), SILENCE_MS);
  }

  /** A connection can be dead without being closed. */
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

  /** @param {Response | Notification} message */
  #take(message) {
    if ("method" in message) {
      const notice = this.#notices.get(message.method);
      if (notice) notice(/** @type {never} */ (message.params));
      else if (message.params) this.#takeUpdate(message.params);
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
      const id = /** @type {string} */ (message.result);
      following.id = id;
      this.#bySubscription.set(id, following);
    }
    waiting.resolve(message.result);
  }

  /** @param {UpdateParams} params */
  #takeUpdate({ subscription, result, error }) {
    const following = this.#bySubscription.get(subscription);
    if (!following) return;
    if (error !== undefined) {
      this.#bySubscription.delete(subscription);
      following.id = undefined;
      following.fail?.(new Failed({ code: 0, message: error, data: { reason: error } }));
    } else {
      following.take(/** @type {never} */ (result));
    }
  }

  /**
   * @template {keyof Methods} Method
   * @param {Method} method
   * @param {Methods[Method]["params"]} [params]
   * @returns {Promise<Methods[Method]["result"]>}
   */
  request(method, params = {}) {
    return this.#send(method, params);
  }

  /**
   * Asks something that is not in our own protocol: the language of match texts.
   * @template {keyof import("./language").LanguageAnswers} Question
   * @param {Question} method
   * @param {object} params
   * @returns {Promise<import("./language").LanguageAnswers[Question]>}
   */
  ask(method, params) {
    return this.#send(/** @type {never} */ (method), params);
  }

  /**
   * Sends a message without an answer; false if there is no connection.
   * @param {string} method
   * @param {object} params
   */
  notify(method, params) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
    return true;
  }

  /**
   * @template {keyof import("./language").LanguageNotices} Notice
   * @param {Notice} method
   * @param {(params: import("./language").LanguageNotices[Notice]) => void} listener
   */
  onNotice(method, listener) {
    this.#notices.set(method, listener);
  }

  /**
   * @template {keyof Methods} Method
   * @param {Method} method
   * @param {object} params
   * @param {Following} [following]
   * @returns {Promise<Methods[Method]["result"]>}
   */
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
   * Subscribes now and after every reconnect, until the returned function is called.
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

  /**
   * Ends the subscription and subscribes again, which begins with snapshots.
   * @param {Following} following
   */
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
        // The page ended it before the response came.
        if (!this.#followings.has(following))
          this.request(following.end, { subscription: id }).catch(() => {});
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
