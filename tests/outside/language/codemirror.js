// The page that the test bundles: CodeMirror with its client for language servers, over one
// WebSocket to the daemon, whose address is in `window.daemon`.

import { LSPClient, languageServerExtensions } from "@codemirror/lsp-client";
import { EditorView, basicSetup } from "codemirror";

function transport(address) {
  let handlers = [];
  const socket = new WebSocket(address);
  socket.onmessage = (event) => handlers.forEach((handler) => handler(event.data));
  return new Promise((resolve) => {
    socket.onopen = () =>
      resolve({
        send: (message) => socket.send(message),
        subscribe: (handler) => handlers.push(handler),
        unsubscribe: (handler) => (handlers = handlers.filter((one) => one !== handler)),
      });
  });
}

window.begin = async (address, text) => {
  const client = new LSPClient({ extensions: languageServerExtensions() });
  client.connect(await transport(address));
  await client.initializing;
  document.body.replaceChildren();
  window.view = new EditorView({
    doc: text,
    extensions: [basicSetup, client.plugin("file:///match.qb", "qb")],
    parent: document.body,
  });
  return client.serverCapabilities;
};
