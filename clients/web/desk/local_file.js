// @ts-check
// Makes a page that the streamer saves to disk and gives to OBS. The page waits for the
// daemon and then opens the overlay. A browser source with the overlay's own address
// would show an error if OBS starts first, until somebody reloads it.

/** @param {string} address of the overlay @returns {string} the file */
export function localFile(address) {
  const script = `
const overlay = ${JSON.stringify(address).replaceAll("<", "\\u003c")};
async function wait() {
  try {
    await fetch(new URL("/healthz", overlay), { mode: "no-cors", cache: "no-store" });
    location.replace(overlay);
  } catch {
    setTimeout(wait, 1000);
  }
}
wait();
`;
  return `<!doctype html>\n<meta charset="utf-8">\n<title>qbcoach overlay</title>\n<script>${script}</script>\n`;
}
