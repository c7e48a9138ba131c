import { bestOfThree, msOf } from '../support/best-of-three.ts';
import { median } from '../support/median.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { brandSignUp, startAccounts } from '../support/worlds/accounts-app.ts';

const email = 'writer@example.com';
const nobody = 'nobody@example.com';

describe('the time an answer takes', () => {
  /** Times both alternately, so that other load on the machine affects both equally. */
  const inTurns = async (rounds: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times[0].push(await msOf(one));
      times[1].push(await msOf(other));
    }
    return times.map(median) as [number, number];
  };
  /** How many times as long the slower one takes. */
  const ratioOf = ([one, other]: readonly [number, number]) => Math.max(one / other, other / one);

  it('[RESET-09] does not reveal whether a reset was mailed, even while the mail server does not answer', async () => {
    const silent = await startMailServer({ options: { onConnect: () => undefined } });
    const app = await startAccounts({ env: { MAIL_URL: silent.url } });
    await app.call('POST', '/auth/v1/signup', { body: brandSignUp(email) });
    const ask = (to: string) => () => app.call('POST', '/auth/v1/recover', { body: { email: to } });
    await ask(email)();
    // Each takes a millisecond or two: as many as it takes to outlast what else the machine does for a moment.
    const share = await bestOfThree(async () => {
      const times = await inTurns(201, ask(email), ask(nobody));
      return Math.max(ratioOf(times) / 2.5, Math.max(...times) / 1_000);
    }, 1);
    await app.close();
    await silent.close();
    expect(share).toBeLessThan(1);
  });

  it('[AUTH-41] does not reveal whether an email has an account when a sign-in is refused', async () => {
    const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const app = await startAccounts({ hashCost });
    await app.call('POST', '/auth/v1/signup', { body: brandSignUp(email) });
    const guess = (as: string) => () =>
      app.call('POST', '/auth/v1/token?grant_type=password', { body: { email: as, password: 'a-guess' } });
    await guess(nobody)();
    const ratio = await bestOfThree(async () => ratioOf(await inTurns(15, guess(email), guess(nobody))), 1.6);
    await app.close();
    expect(ratio).toBeLessThan(1.6);
  });
});
