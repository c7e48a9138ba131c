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

/** What a family of refresh tokens is, in the plainest words. */
interface Family {
  readonly id: string;
  readonly who: string;
  /** The last one is current; the others with the time of their first use. */
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

/** Of accounts that have set none up. */
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

/** What a refresh must answer, and what becomes of the family. Null: any token that was never seen. */
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

it('[API-09] [AUTH-96] whatever happens in whatever order, a token opens its own family, once, until that ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { registry, now, pass } = shop();
      const families: Family[] = [];
      const seen = new Set<string>();
      const told = new Set<string>();
      registry.onEnded((id) => told.add(id));
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
          if (ended) expect(told).toContain(id);
        }
      }
    }),
    { numRuns: 300 },
  );
});

describe('[PROD-13] a refresh that was written, and not answered', () => {
  /** What is written arrives, and nobody hears of it. */
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

  it('is answered when it comes again, and its token is worth nothing soon after that', async () => {
    const { registry, pass, refreshToken } = await lose();
    pass(13_000);
    const next = await refreshed(registry, refreshToken);
    expect(next).toMatch(/[.]1[.]/);
    expect(await refreshed(registry, refreshToken)).toBe(next);
    pass(reuseWindowMs + 1);
    expect(await refreshed(registry, next)).toMatch(/[.]2[.]/);
    expect(await refreshed(registry, refreshToken)).toBe('refresh_token_already_used');
  });

  it('is answered for two minutes', async () => {
    for (const [ms, answer] of [
      [120_000, expect.stringMatching(/[.]1[.]/)],
      [120_001, 'refresh_token_already_used'],
    ] as const) {
      const { registry, pass, refreshToken } = await lose();
      pass(ms);
      expect(await refreshed(registry, refreshToken)).toEqual(answer);
    }
  });

  it('is no way in for who has the token of a refresh that was answered', async () => {
    const { registry, pass } = shop();
    const { refreshToken } = await registry.begin('account', 'password', laptop);
    await refreshed(registry, refreshToken);
    pass(reuseWindowMs + 1);
    expect(await refreshed(registry, refreshToken)).toBe('refresh_token_already_used');
  });

  it('does not keep a refresh from being answered that can’t note this', async () => {
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

it('[SEC-17] a refresh token goes on after JWT_SECRET was changed, as long as the one before is named', async () => {
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
  // Signed by the new one, the old one is needed no more.
  expect(await refreshed(new SessionRegistry(vault, clock, noFactors, seals, changed), next)).toMatch(
    /^session[.]2[.]/,
  );
});

it('[SEC-08] who continues is noted, though at most every five minutes, and nothing of the device in clear', async () => {
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

it('[SEC-08] whoever continues is let in, even where that can’t be noted', async () => {
  const { registry, vault, pass } = shop();
  const { id } = await registry.begin('account', 'password', laptop);
  pass(10 * 60_000);
  jest.spyOn(vault, 'update').mockRejectedValue(new VaultUnavailable('the disk is full'));
  expect(await registry.status(id)).toMatchObject({ awaitsSecondFactor: false });
});

it('[SEC-08] a session goes where its token is used; one of before, and of who was forgotten, is on an unknown device', async () => {
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
  const toldBy = (userAgent: string | undefined, ip = '203.0.113.7') =>
    deviceOf({ headers: userAgent === undefined ? {} : { 'user-agent': userAgent }, ip });

  it.each([
    ['Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0', 'Chrome', 'macOS'],
    ['Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Windows'],
    ['iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari', 'Safari', 'iOS'],
  ])('[SEC-08] is known by name and system: %s', (rest, browser, system) => {
    expect(toldBy(`Mozilla/5.0 (${rest}`)).toEqual({ browser, system, network: '203.0.113.x' });
  });

  it('[SEC-08] that calls itself something else says nothing that its owner would read', () => {
    const names = fc.oneof(fc.string({ maxLength: 2_000 }), fc.constantFrom('Call 555-0100 to stay safe/1.0 (x) '));
    fc.assert(
      fc.property(names, (name) => {
        const { browser, system } = toldBy(name);
        expect([browser, system].filter((told) => told !== null && !/^[A-Z][\w -]{1,28}$/i.test(told))).toEqual([]);
      }),
    );
    expect(toldBy('Call 555-0100 to stay safe/1.0 (x) ')).toMatchObject({ browser: null, system: null });
    expect([toldBy(undefined), toldBy('')]).toMatchObject([{ browser: null }, { system: null }]);
  });
});
