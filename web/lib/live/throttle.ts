/** Throttles `work`: the first call runs it at once, later calls at most once per `ms` milliseconds. */
export function throttle(ms: number, work: () => void): () => void {
  let resting = false;
  let wanted = false;
  function request() {
    wanted = resting;
    if (resting) return;
    resting = true;
    work();
    setTimeout(() => {
      resting = false;
      if (wanted) request();
    }, ms);
  }
  return request;
}
