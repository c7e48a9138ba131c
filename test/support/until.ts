import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 25;

/** Asks repeatedly until there is an answer; for states of another process that sends no signal. */
export const until = async <Answer>(
  what: string,
  ask: () => Promise<Answer | null | undefined | false>,
  timeoutMs = 15_000,
): Promise<Answer> => {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) return answer;
    await delay(everyMs);
  }
  throw new Error(`Not within ${timeoutMs} ms: ${what}`);
};
