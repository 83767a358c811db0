/** Does the work at once, and however often it is asked for, not again before so many milliseconds have passed. */
export function atMostEvery(ms: number, work: () => void): () => void {
  let resting = false;
  let wanted = false;
  function ask() {
    wanted = resting;
    if (resting) return;
    resting = true;
    work();
    setTimeout(() => {
      resting = false;
      if (wanted) ask();
    }, ms);
  }
  return ask;
}
