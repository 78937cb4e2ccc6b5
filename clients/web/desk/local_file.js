// @ts-check
// A page to keep on the streamer's own disk: OBS shows it even while no daemon is there,
// and it goes on to the overlay as soon as one answers. A browser source that finds
// nobody at its address would show an error until somebody reloads it.

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
