"use strict";

const WebSocket = require("ws");
const { AbstractMessageReader, AbstractMessageWriter } = require("vscode-languageclient/node");

/** @typedef {import("vscode-languageclient/node").MessageTransports} MessageTransports */

/** Reads messages that are WebSocket messages, without headers. */
class WebSocketReader extends AbstractMessageReader {
  /** @param {WebSocket} socket */
  constructor(socket) {
    super();
    this.socket = socket;
    socket.on("error", (error) => this.fireError(error));
    socket.on("close", () => this.fireClose());
  }

  /** @param {import("vscode-languageclient/node").DataCallback} callback */
  listen(callback) {
    /** @param {WebSocket.RawData} data */
    const receive = (data) => {
      try {
        callback(JSON.parse(data.toString()));
      } catch (error) {
        this.fireError(error);
      }
    };
    this.socket.on("message", receive);
    return { dispose: () => this.socket.off("message", receive) };
  }
}

class WebSocketWriter extends AbstractMessageWriter {
  /** @param {WebSocket} socket */
  constructor(socket) {
    super();
    this.socket = socket;
  }

  /** @param {import("vscode-languageclient/node").Message} message */
  async write(message) {
    this.socket.send(JSON.stringify(message));
  }

  end() {
    this.socket.close();
  }
}

/**
 * Connects to a daemon by WebSocket.
 *
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<MessageTransports>}
 */
function openWebSocket(url, signal) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const giveUp = () => socket.terminate();
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", reject);
    socket.once("open", () => {
      signal.removeEventListener("abort", giveUp);
      socket.removeListener("error", reject);
      const transports = {
        reader: new WebSocketReader(socket),
        writer: new WebSocketWriter(socket),
        detached: true,
      };
      resolve(transports);
    });
  });
}

module.exports = { openWebSocket };
