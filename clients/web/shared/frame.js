// @ts-check
// Draws at most once per frame, however many updates come.

/**
 * @param {() => void} drawNow
 * @returns {() => void} requests a drawing
 */
export function onceAFrame(drawNow) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    let done = false;
    const run = () => {
      if (done) return;
      done = true;
      asked = false;
      drawNow();
    };
    requestAnimationFrame(run);
    // A browser source in a hidden scene gets no frames, but has to be current when shown.
    setTimeout(run, 250);
  };
}
