// @ts-check
// Draws at most once a frame, however many updates come.

/**
 * @param {() => void} drawNow
 * @returns {() => void} asks for a drawing
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
    // A source that a scene hides gets no frames, and must still be right when shown.
    setTimeout(run, 250);
  };
}
