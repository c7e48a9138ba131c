import fc from 'fast-check';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { OneTimeTokens, tokenLifeMs } from './one-time-tokens.ts';
import type { TokenKind } from './one-time-tokens.ts';

const begin = () => {
  let nowMs = Date.UTC(2026, 10, 20);
  const vault = new MemoryVault();
  const tokens = new OneTimeTokens(vault, { now: () => new Date(nowMs), newId: () => 'unused' });
  return { vault, tokens, pass: (ms: number) => (nowMs += ms), now: () => nowMs };
};

it('[RESET-23] a token opens its account once', async () => {
  const { tokens } = begin();
  const token = await tokens.issue('recovery', 'mira', { note: 'hers' });
  expect(await tokens.use('recovery', token)).toEqual({ accountId: 'mira', about: { note: 'hers' } });
  expect(await tokens.use('recovery', token)).toBeNull();
});

it.each(Object.entries(tokenLifeMs) as [TokenKind, number][])(
  '[RESET-23] a %s token is good for %d ms and no longer',
  async (kind, lifeMs) => {
    const { tokens, pass } = begin();
    const [inTime, late] = [await tokens.issue(kind, 'mira', null), await tokens.issue(kind, 'jonas', null)];
    pass(lifeMs - 1);
    expect(await tokens.use(kind, inTime)).toMatchObject({ accountId: 'mira' });
    pass(1);
    expect(await tokens.use(kind, late)).toBeNull();
  },
);

it('a token that is refused as unfit stays valid', async () => {
  const { tokens } = begin();
  const token = await tokens.issue('code', 'mira', 'right');
  expect(await tokens.use('code', token, ({ about }) => about === 'wrong')).toBeNull();
  expect(await tokens.use('code', token, ({ about }) => about === 'right')).toMatchObject({ about: 'right' });
});

it('what is stored opens nothing', async () => {
  const { tokens, vault } = begin();
  const [accountId, secret = ''] = (await tokens.issue('recovery', 'mira', null)).split('.');
  const stored = vault.dump();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(stored).not.toContain(secret);
  for (const text of stored.match(/[\w-]{20,}/g) ?? []) {
    expect(await tokens.use('recovery', `${accountId}.${text}`)).toBeNull();
  }
});

type Step =
  | { readonly do: 'issue' | 'revoke'; readonly who: number; readonly kind: TokenKind }
  | { readonly do: 'use'; readonly index: number; readonly as: TokenKind }
  | { readonly do: 'pass'; readonly ms: number };

const kind = fc.constantFrom<TokenKind>('recovery', 'signup', 'code');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('issue' as const), who: fc.nat(2), kind }),
  fc.record({ do: fc.constant('revoke' as const), who: fc.nat(2), kind }),
  fc.record({ do: fc.constant('use' as const), index: fc.nat(), as: kind }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(tokenLifeMs.signup) }),
);

it('[RESET-23] whatever happens in any order, only the newest unused token of a kind opens its account', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { tokens, pass, now } = begin();
      const issued: { token: string; who: string; kind: TokenKind; endsAtMs: number; good: boolean }[] = [];
      const forget = (fits: (each: (typeof issued)[number]) => boolean) => {
        for (const each of issued) if (fits(each)) each.good = false;
      };
      for (const each of steps) {
        if (each.do === 'pass') pass(each.ms);
        else if (each.do === 'use') {
          const tried = issued[each.index % Math.max(1, issued.length)];
          if (!tried) continue;
          const opens = tried.good && tried.kind === each.as && now() < tried.endsAtMs;
          expect((await tokens.use(each.as, tried.token))?.accountId ?? null).toBe(opens ? tried.who : null);
          if (opens) tried.good = false;
        } else {
          const who = `account-${each.who}`;
          forget((other) => other.who === who && (each.do === 'revoke' || other.kind === each.kind));
          if (each.do === 'revoke') await tokens.revokeAll(who);
          else {
            const token = await tokens.issue(each.kind, who, null);
            issued.push({ token, who, kind: each.kind, endsAtMs: now() + tokenLifeMs[each.kind], good: true });
          }
        }
      }
    }),
  );
});

it.each(['', '.', 'mira', 'mira.', '.secret', 'mira.a.b', 'a'.repeat(5_000)])('%j opens nothing', async (text) => {
  const { tokens } = begin();
  await tokens.issue('recovery', 'mira', null);
  expect(await tokens.use('recovery', text)).toBeNull();
});
