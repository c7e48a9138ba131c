import { EventStore, RevisionConflict } from '../../apps/api/src/kernel/log/port.ts';
import { waitingMax } from '../../apps/api/src/kernel/commands/stream-turns.ts';
import { get, signUpBrand } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

let whole: WholeApp;
let brand: Account;
beforeAll(async () => {
  whole = await startWholeApp();
}, 60_000);
afterAll(() => whole.close());
beforeEach(async () => {
  brand = await signUpBrand(whole.url);
});
afterEach(() => jest.restoreAllMocks());

const store = () => whole.app.get<EventStore>(EventStore);
/** Creates a board. All of a brand's boards are in one stream. */
const create = async (name: string) => {
  const answer = await fetch(`${whole.url}/api/boards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${brand.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code, retryAfter: answer.headers.get('retry-after') };
};
const createMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_none, index) => create(`Board ${index}`)));

describe('[FIX-36] different writes to one stream at once', () => {
  it('wait their turn: forty boards are created by forty simultaneous requests', async () => {
    const answers = await createMany(40);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { items } = await get<{ items: object[] }>(`${whole.url}/api/boards`, { token: brand.token });
    expect(items).toHaveLength(40);
  });

  it('more than may wait are refused with 503 and when to try again, and change nothing', async () => {
    const append = store().append.bind(store());
    const held = Promise.withResolvers<void>();
    jest.spyOn(store(), 'append').mockImplementation(async (stream, expected, events) => {
      if (stream === `boards-${brand.id}`) await held.promise;
      return append(stream, expected, events);
    });
    const more = 20;
    const sent = Array.from({ length: waitingMax + more }, (_none, index) => create(`Board ${index}`));
    let refused = 0;
    const seen = Promise.withResolvers<void>();
    for (const each of sent) void each.then(() => (refused += 1) === more && seen.resolve());
    await seen.promise;
    held.resolve();
    const answers = await Promise.all(sent);
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(more);
    for (const each of busy) expect(each).toEqual({ status: 503, code: 'unavailable', retryAfter: '1' });
    // A brand has at most fifty boards: the rest were decided, too.
    const decided = answers.filter(({ status }) => [201, 422].includes(status));
    expect(busy.length + decided.length).toBe(answers.length);
    expect(await create('One more')).toMatchObject({ status: 422, code: 'too_many_boards' });
  });

  it('that lose to another node again and again are refused in the same way', async () => {
    const append = store().append.bind(store());
    jest
      .spyOn(store(), 'append')
      .mockImplementation((stream, expected, events) =>
        stream === `boards-${brand.id}`
          ? Promise.reject(new RevisionConflict(stream, expected, expected + 1))
          : append(stream, expected, events),
      );
    expect(await create('Spring')).toEqual({ status: 503, code: 'unavailable', retryAfter: '1' });
  });
});
