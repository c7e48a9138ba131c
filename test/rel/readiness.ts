import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 100;

/** Polls a product's readiness until told to stop. */
export const watchReadiness = (url: string) => {
  const stopping = new AbortController();
  const notReady: string[] = [];
  let asked = 0;
  let slowestMs = 0;
  const ask = async () => {
    const sentAt = performance.now();
    const answer = await fetch(`${url}/health/ready`).then(
      ({ ok, status }) => (ok ? null : String(status)),
      (error: unknown) => String(error),
    );
    asked += 1;
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - sentAt));
    if (answer) notReady.push(answer);
  };
  const askOn = async () => {
    while (!stopping.signal.aborted) {
      await ask();
      await delay(everyMs, null, { signal: stopping.signal }).catch(() => null);
    }
  };
  const ended = askOn();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
      return { asked, notReady, slowestMs };
    },
  };
};
