const lookEveryMs = 5_000;
/** Browsers hold back the timers of a page in the background, but for no longer than a minute. */
const asleepAfterMs = 90_000;

/** Tells when the device has slept: its clock went on while nothing of the page ran. */
export const onWake = (listener: () => void): void => {
  let lookedAt = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - lookedAt > asleepAfterMs) listener();
    lookedAt = now;
  }, lookEveryMs);
};
