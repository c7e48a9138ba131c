import { randomBytes, createSecretKey } from 'node:crypto';
import { unknownDevice } from '@tessera/domain/accounts/access/device';
import fc from 'fast-check';
import type { Clock } from '../../kernel/clock.ts';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { readConfig } from '../../config.ts';
import { VaultUnavailable } from '../../kernel/records/port.ts';
import { AuthRefused } from '../auth/auth-refused.ts';
import { DeviceSeals } from '../devices/device-seals.ts';
import { deviceOf } from '../devices/device-of.ts';
import { Factors } from '../second-factor/factors.ts';
import { SessionRegistry } from './sessions.ts';

const reuseWindowMs = 10_000;
const idleMaxMs = 30 * 24 * 60 * 60 * 1_000;
const config = readConfig({
  JWT_SECRET: 'j'.repeat(32),
  MASTER_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'long enough to keep',
});

/** A model of a family of refresh tokens. */
interface Family {
  readonly id: string;
  readonly who: string;
  /** The last token is the current one; the others have the time of their first use. */
  readonly tokens: { readonly token: string; usedAtMs?: number }[];
  endsAtMs: number;
  ended: boolean;
}

type Step =
  | { readonly do: 'begin'; readonly who: number }
  | { readonly do: 'refresh'; readonly family: number; readonly age: number }
  | { readonly do: 'end'; readonly family: number }
  | { readonly do: 'end-others'; readonly family: number }
  | { readonly do: 'end-all'; readonly who: number }
  | { readonly do: 'pass'; readonly ms: number };

const passing = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 4_000, 9_999, 10_000, 10_001, 60_000) },
  { weight: 1, arbitrary: fc.constantFrom(idleMaxMs - 1, idleMaxMs) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('begin' as const), who: fc.nat(1) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('refresh' as const), family: fc.nat(), age: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), family: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end-others' as const), family: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end-all' as const), who: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: passing }) },
);

/** The factors of accounts that have set none up. */
const factorsIn = (vault: MemoryVault, clock: Clock) =>
  new Factors(vault, clock, { keyOf: () => Promise.resolve(null) }, { publicUrl: 'http://localhost' });

const ownKey = createSecretKey(randomBytes(32));
const seals = new DeviceSeals({ keyOf: () => Promise.resolve(ownKey) });
const laptop = { browser: 'Chrome', system: 'macOS', network: '203.0.113.x' };

const shop = () => {
  let nowMs = Date.UTC(2026, 10, 20);
  let ids = 0;
  const clock = { now: () => new Date(nowMs), newId: () => `session-${(ids += 1)}` };
  const vault = new MemoryVault();
  const registry = new SessionRegistry(vault, clock, factorsIn(vault, clock), seals, config);
  return { registry, vault, now: () => nowMs, pass: (ms: number) => (nowMs += ms) };
};

const refreshed = async (registry: SessionRegistry, token: string) => {
  try {
    return (await registry.refresh(token, laptop)).refreshToken;
  } catch (error) {
    if (error instanceof AuthRefused) return error.errorCode;
    throw error;
  }
};

/** What a refresh must answer; also updates the family. Null means any token that was never seen before. */
const expectedOf = (family: Family, index: number, nowMs: number): string | null => {
  const presented = family.tokens[index];
  if (!presented || family.ended || nowMs >= family.endsAtMs) return 'refresh_token_not_found';
  if (presented.usedAtMs === undefined) {
    presented.usedAtMs = nowMs;
    family.endsAtMs = nowMs + idleMaxMs;
    return null;
  }
  if (nowMs - presented.usedAtMs <= reuseWindowMs) return family.tokens.at(-1)?.token ?? '';
  family.ended = true;
  return 'refresh_token_already_used';
};

it('[API-09] [AUTH-96] whatever happens in any order, a token refreshes only its own family, once, until that ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { registry, now, pass } = shop();
      const families: Family[] = [];
      const seen = new Set<string>();
      const announced = new Set<string>();
      registry.onEnded((id) => announced.add(id));
      for (const each of steps) {
        const family = 'family' in each ? families[each.family % Math.max(1, families.length)] : undefined;
        if (each.do === 'pass') pass(each.ms);
        else if (each.do === 'begin') {
          const who = `account-${each.who}`;
          const { id, refreshToken } = await registry.begin(who, 'password', laptop);
          seen.add(refreshToken);
          families.push({ id, who, tokens: [{ token: refreshToken }], endsAtMs: now() + idleMaxMs, ended: false });
        } else if (each.do === 'end-all') {
          await registry.endAll(`account-${each.who}`);
          for (const other of families) other.ended ||= other.who === `account-${each.who}`;
        } else if (!family) continue;
        else if (each.do === 'end') {
          await registry.end(family.id);
          family.ended = true;
        } else if (each.do === 'end-others') {
          await registry.endAll(family.who, family.id);
          for (const other of families) other.ended ||= other.who === family.who && other !== family;
        } else {
          const index = Math.max(0, family.tokens.length - 1 - each.age);
          const expected = expectedOf(family, index, now());
          const answer = await refreshed(registry, family.tokens[index]?.token ?? '');
          if (expected !== null) expect(answer).toBe(expected);
          else {
            expect(answer).toContain(family.id);
            expect(seen.has(answer)).toBe(false);
            seen.add(answer);
            family.tokens.push({ token: answer });
          }
        }
        for (const { id, ended, endsAtMs } of families) {
          const alive = !ended && now() < endsAtMs;
          expect([id, (await registry.status(id)) !== null]).toEqual([id, alive]);
          if (ended) expect(announced).toContain(id);
        }
      }
    }),
    { numRuns: 300 },
  );
});

describe('[PROD-13] a refresh that was recorded but not answered', () => {
  /** Writes succeed, but their answers are lost. */
  const losingAnswers = (vault: MemoryVault) => {
    const update = vault.update.bind(vault);
    return jest.spyOn(vault, 'update').mockImplementation(async (...given) => {
      await update(...given);
      throw new VaultUnavailable('The primary stepped down');
    });
  };
  const lose = async () => {
    const given = shop();
    const { refreshToken } = await given.registry.begin('account', 'password', laptop);
    const losing = losingAnswers(given.vault);
    await expect(given.registry.refresh(refreshToken, laptop)).rejects.toThrow(VaultUnavailable);
    losing.mockRestore();
    return { ...given, refreshToken };
  };

  it('is answered when it is retried, and its token is refused soon after that', async () => {
    const { registry, pass, refreshToken } = await lose();
    pass(13_000);
    const next = await refreshed(registry, refreshToken);
    expect(next).toMatch(/[.]1[.]/);
    expect(await refreshed(registry, refreshToken)).toBe(next);
    pass(reuseWindowMs + 1);
    expect(await refreshed(registry, next)).toMatch(/[.]2[.]/);
    expect(await refreshed(registry, refreshToken)).toBe('refresh_token_already_used');
  });

  it('is answered when retried within two minutes', async () => {
    for (const [ms, answer] of [
      [120_000, expect.stringMatching(/[.]1[.]/)],
      [120_001, 'refresh_token_already_used'],
    ] as const) {
      const { registry, pass, refreshToken } = await lose();
      pass(ms);
      expect(await refreshed(registry, refreshToken)).toEqual(answer);
    }
  });

  it('doesn’t help anyone who has the token of a refresh that was answered', async () => {
    const { registry, pass } = shop();
    const { refreshToken } = await registry.begin('account', 'password', laptop);
    await refreshed(registry, refreshToken);
    pass(reuseWindowMs + 1);
    expect(await refreshed(registry, refreshToken)).toBe('refresh_token_already_used');
  });

  it('does not stop a refresh from being answered whose answer can’t be recorded', async () => {
    const { registry, vault, pass } = shop();
    const { refreshToken } = await registry.begin('account', 'password', laptop);
    const update = vault.update.bind(vault);
    const writes = jest.spyOn(vault, 'update').mockImplementation(async (...given) => {
      if (writes.mock.calls.length === 1) return update(...given);
      throw new VaultUnavailable('The primary stepped down');
    });
    const next = await refreshed(registry, refreshToken);
    writes.mockRestore();
    pass(reuseWindowMs + 1);
    expect(await refreshed(registry, next)).toMatch(/[.]2[.]/);
    expect(await refreshed(registry, refreshToken)).toBe('refresh_token_already_used');
  });
});

it('[SEC-17] a refresh token still works after JWT_SECRET was changed, as long as the former secret is set as well', async () => {
  const [vault, clock] = [new MemoryVault(), { now: () => new Date(), newId: () => 'session' }];
  const noFactors = factorsIn(vault, clock);
  const before = await new SessionRegistry(vault, clock, noFactors, seals, config).begin('account', 'password', laptop);
  const changed = { ...config, jwtSecret: 'k'.repeat(32) };
  expect(await refreshed(new SessionRegistry(vault, clock, noFactors, seals, changed), before.refreshToken)).toBe(
    'refresh_token_not_found',
  );
  const rotating = new SessionRegistry(vault, clock, noFactors, seals, {
    ...changed,
    otherJwtSecrets: [config.jwtSecret],
  });
  const next = await refreshed(rotating, before.refreshToken);
  // The next token is signed with the new secret, so the old one is no longer needed.
  expect(await refreshed(new SessionRegistry(vault, clock, noFactors, seals, changed), next)).toMatch(
    /^session[.]2[.]/,
  );
});

it('[SEC-08] the last use of a session is recorded, at most every five minutes, and its device only encrypted', async () => {
  const { registry, vault, now, pass } = shop();
  const startedAtMs = now();
  const { id } = await registry.begin('account', 'password', laptop);
  const writes = jest.spyOn(vault, 'update');
  for (let minute = 1; minute <= 14; minute += 1) {
    pass(60_000);
    await registry.status(id);
  }
  expect(writes).toHaveBeenCalledTimes(2);
  const lastSeenAtMs = startedAtMs + 10 * 60_000;
  expect(await registry.ofAccount('account')).toMatchObject([{ id, device: laptop, startedAtMs, lastSeenAtMs }]);
  for (const word of Object.values(laptop)) expect(vault.dump()).not.toContain(word);
});

it('[SEC-08] a session continues even if its last use can’t be recorded', async () => {
  const { registry, vault, pass } = shop();
  const { id } = await registry.begin('account', 'password', laptop);
  pass(10 * 60_000);
  jest.spyOn(vault, 'update').mockRejectedValue(new VaultUnavailable('the disk is full'));
  expect(await registry.status(id)).toMatchObject({ awaitsSecondFactor: false });
});

it('[SEC-08] a session shows the device that last used its token; old ones and those of forgotten people show an unknown device', async () => {
  const { registry, vault, now, pass } = shop();
  const { id, refreshToken } = await registry.begin('account', 'password', laptop);
  const phone = { browser: 'Safari', system: 'iOS', network: '198.51.100.x' };
  await registry.refresh(refreshToken, phone);
  expect(await registry.ofAccount('account')).toMatchObject([{ id, device: phone }]);

  const { deviceSealed, lastSeenAtMs, ...before } = (await vault.get<Record<string, unknown>>('sessions', id)) ?? {};
  expect([typeof deviceSealed, lastSeenAtMs]).toEqual(['string', now()]);
  await vault.put('sessions', 'older', before);
  const refreshedAtMs = now();
  pass(60_000);
  const [, older] = await registry.ofAccount('account');
  expect(older).toMatchObject({ id: 'older', device: unknownDevice, lastSeenAtMs: refreshedAtMs });
  const forgotten = new DeviceSeals({ keyOf: () => Promise.resolve(null) });
  const place = { accountId: 'account', sessionId: id };
  expect(await forgotten.seal(place, laptop)).toBeNull();
  expect(await forgotten.open(place, String(deviceSealed))).toEqual(unknownDevice);
});

describe('a browser', () => {
  const deviceFor = (userAgent: string | undefined, ip = '203.0.113.7') =>
    deviceOf({ headers: userAgent === undefined ? {} : { 'user-agent': userAgent }, ip });

  it.each([
    ['Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0', 'Chrome', 'macOS'],
    ['Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Windows'],
    ['iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari', 'Safari', 'iOS'],
  ])('[SEC-08] is recognized by name and system: %s', (rest, browser, system) => {
    expect(deviceFor(`Mozilla/5.0 (${rest}`)).toEqual({ browser, system, network: '203.0.113.x' });
  });

  it('[SEC-08] with a made-up name can’t show any text to the account’s owner', () => {
    const names = fc.oneof(fc.string({ maxLength: 2_000 }), fc.constantFrom('Call 555-0100 to stay safe/1.0 (x) '));
    fc.assert(
      fc.property(names, (name) => {
        const { browser, system } = deviceFor(name);
        expect([browser, system].filter((text) => text !== null && !/^[A-Z][\w -]{1,28}$/i.test(text))).toEqual([]);
      }),
    );
    expect(deviceFor('Call 555-0100 to stay safe/1.0 (x) ')).toMatchObject({ browser: null, system: null });
    expect([deviceFor(undefined), deviceFor('')]).toMatchObject([{ browser: null }, { system: null }]);
  });
});
