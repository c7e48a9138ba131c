import { hash, parseOptions } from '@node-rs/argon2';
import fc from 'fast-check';
import { Passwords } from './passwords.ts';

it('[AUTH-50] a password is hashed with Argon2id at the recommended cost, with a salt of its own', async () => {
  const passwords = new Passwords();
  const [one, other] = await Promise.all([passwords.hash('quiet-harbour'), passwords.hash('quiet-harbour')]);
  expect(one).toMatch(/^\$argon2id\$/);
  expect(one).not.toBe(other);
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await passwords.matches(one, 'quiet-harbour')).toBe(true);
  expect(await passwords.matches(one, 'Quiet-harbour')).toBe(false);
});

describe('[FIX-28] one password, however the keyboard composes its letters', () => {
  const quick = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
  const passwords = new Passwords(quick);
  const letter = fc.constantFrom('é', 'e\u0301', 'Å', '\u212b', 'ﬁ', '１', 'ß', '한', '\u1112\u1161\u11ab', 'x');
  const password = fc.string({ unit: letter, minLength: 6, maxLength: 12 });

  it('matches in each of its forms', async () => {
    await fc.assert(
      fc.asyncProperty(password, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), async (typed, form) => {
        expect(await passwords.matches(await passwords.hash(typed), typed.normalize(form))).toBe(true);
        expect(await passwords.matches(await passwords.hash(typed), `${typed.normalize(form)}x`)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('a hash from before still opens with what was typed then', async () => {
    await fc.assert(
      fc.asyncProperty(password, async (typed) => {
        const former = await hash(typed, quick);
        expect(await passwords.matches(former, typed)).toBe(true);
        expect(await passwords.matches(former, `${typed}x`)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});

it('an account that does not exist matches no password, and costs a verification anyway', async () => {
  const passwords = new Passwords();
  const known = await passwords.hash('quiet-harbour');
  await passwords.matches(null, 'warm-up');
  /** In microseconds of processor time, which other programs on the machine hardly change. */
  const costs = { known: 0, unknown: 0 };
  const verify = async (whose: keyof typeof costs, hash: string | null) => {
    const before = process.cpuUsage();
    expect(await passwords.matches(hash, 'another')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    costs[whose] += user + system;
  };
  for (let round = 0; round < 10; round += 1) {
    await verify('known', known);
    await verify('unknown', null);
  }
  expect(costs.unknown).toBeGreaterThan(costs.known / 3);
});

it('more hashes at once than the bound are refused instead of waiting', async () => {
  const passwords = new Passwords({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });
  const results = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('quiet-harbour')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(256);
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ failure: { failure: 'too_many_requests' } });
  await expect(passwords.hash('quiet-harbour')).resolves.toMatch(/^\$argon2id/);
});
