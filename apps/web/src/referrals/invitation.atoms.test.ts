import { server } from '../testing/server.test-kit.ts';
import { pass } from '../testing/user.test-kit.ts';
import type * as Referral from './invitation.atoms.ts';

const validity = 'GET /api/referral-codes/*';
/** How long a read is retried without a connection. */
const retriesMs = 1_400;
const owned = (referrer_id: string | null) => ({ valid: true, referrer_id });
const unknown = { valid: false, referrer_id: null };
const nothing = { code: null, referrerId: null, source: 'unknown', isValid: false, isValidating: false, error: null };

/** The state of a page that was just opened. */
const openPage = async () => {
  vi.resetModules();
  const referral: typeof Referral = await import('./invitation.atoms.ts');
  const { store } = await import('../kernel/store.ts');
  return { ...referral, state: () => store.get(referral.referralAtom) };
};

beforeEach(() => {
  localStorage.clear();
  server.answer('POST /api/looks');
  server.answer(validity, unknown);
});

test('[REF-28] [REF-29] [REF-32] without a code the referral is idle and its source unknown', async () => {
  const { state, phaseOf } = await openPage();
  expect(state()).toEqual(nothing);
  expect(phaseOf(state())).toBe('idle');
});

test('[REF-25] [REF-26] a code in the address, as ref or referral, is used with the source url', async () => {
  for (const name of ['ref', 'referral']) {
    server.answer(validity, owned('creator-1'));
    const { captureReferral, state } = await openPage();
    await captureReferral(`?utm=mail&${name}=7k3m-9xq2`);
    expect(state()).toMatchObject({ code: '7K3M9XQ2', source: 'url', isValid: true, referrerId: 'creator-1' });
  }
});

test('[GAL-17] following a link counts as a visit for its code; typing a code doesn’t', async () => {
  const { captureReferral, validateReferral } = await openPage();
  await captureReferral('?ref=7k3m-9xq2');
  await captureReferral('?ref=no-code');
  await captureReferral('?page=2');
  await validateReferral('7K3M9XQ3', 'manual');
  expect(server.bodies('POST /api/looks')).toEqual([{ kind: 'visit', id: '7K3M9XQ2' }]);
});

test('[FIX-19] a text that is too long for a code is asked about without half an emoji', async () => {
  const { validateReferral, state } = await openPage();
  await validateReferral(`${'x'.repeat(39)}😀`, 'manual');
  expect(state()).toMatchObject({ code: 'x'.repeat(39), error: 'Invalid referral code or validation timeout' });
});

test('an address without a code, or with an empty one, changes nothing', async () => {
  const { captureReferral, state } = await openPage();
  await captureReferral('?page=2&ref=');
  expect(state()).toEqual(nothing);
  expect(server.asked()).toEqual([]);
});

test('[FIX-04] a code in an address that is unknown, times out or can’t be validated doesn’t replace a valid stored one', async () => {
  const answers = [() => server.answer(validity, unknown), () => server.lose(validity), () => server.hold(validity)];
  for (const answer of answers) {
    localStorage.clear();
    server.answer(validity, owned('creator-1'));
    await (await openPage()).captureReferral('?ref=7K3M9XQ2');
    answer();
    const page = await openPage();
    const noticed = page.captureReferral('?ref=00000000');
    expect(page.state()).toMatchObject({ code: '7K3M9XQ2', isValid: true, isValidating: false });
    await pass(8_000);
    await noticed;
    for (const { state } of [page, await openPage()]) {
      expect(state()).toMatchObject({ code: '7K3M9XQ2', referrerId: 'creator-1', source: 'url', isValid: true });
    }
  }
});

test('a valid code in an address replaces the stored one, and an invalid one is used if there is none', async () => {
  server.answer(validity, owned('creator-1'));
  const { captureReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  server.answer(validity, owned('creator-2'));
  await captureReferral('?referral=00000000');
  expect(state()).toMatchObject({ code: '00000000', referrerId: 'creator-2', isValid: true });
  localStorage.clear();
  server.answer(validity, unknown);
  const other = await openPage();
  await other.captureReferral('?ref=00000000');
  expect(other.state()).toMatchObject({ code: '00000000', isValid: false });
});

test('a stored code that comes again in an address is validated again: it may have been deleted since', async () => {
  server.answer(validity, owned('creator-1'));
  const { captureReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  server.answer(validity, unknown);
  await captureReferral('?ref=7k3m9xq2');
  expect(state()).toMatchObject({ code: '7K3M9XQ2', isValid: false });
});

test('[REF-27] a typed code has the source manual', async () => {
  const { validateReferral, state } = await openPage();
  await validateReferral('7K3M9XQ2', 'manual');
  expect(state().source).toBe('manual');
});

test('[REF-33] [REF-34] a code goes from idle to validating, and from there to valid or invalid', async () => {
  const { validateReferral, state, phaseOf } = await openPage();
  server.answer(validity, owned('creator-1'));
  const valid = validateReferral('7K3M9XQ2', 'manual');
  expect(phaseOf(state())).toBe('validating');
  await valid;
  expect(phaseOf(state())).toBe('valid');
  server.answer(validity, unknown);
  const invalid = validateReferral('00000000', 'manual');
  expect(phaseOf(state())).toBe('validating');
  await invalid;
  expect(phaseOf(state())).toBe('invalid');
  const requests = server.asked(validity).map(({ path }) => path);
  expect(requests).toEqual(['/api/referral-codes/7K3M9XQ2/validity', '/api/referral-codes/00000000/validity']);
});

test('[REF-35] a valid code names its owner, or nobody if the owner’s account is gone', async () => {
  const { validateReferral, state } = await openPage();
  server.answer(validity, owned('creator-1'));
  await validateReferral('7K3M9XQ2', 'manual');
  expect(state()).toMatchObject({ isValid: true, referrerId: 'creator-1', error: null });
  server.answer(validity, owned(null));
  await validateReferral('7K3M9XQ2', 'manual');
  expect(state()).toMatchObject({ isValid: true, referrerId: null, error: null });
});

test('[REF-37] an unknown code is invalid, with an error', async () => {
  const { validateReferral, state } = await openPage();
  await validateReferral('nobody', 'manual');
  expect(state()).toMatchObject({
    code: 'nobody',
    isValid: false,
    error: 'Invalid referral code or validation timeout',
  });
});

test('[REF-36] [REF-37] no answer within 8 seconds counts as invalid, and a late one changes nothing', async () => {
  const held = server.hold(validity);
  const { validateReferral, state, phaseOf } = await openPage();
  const validating = validateReferral('7K3M9XQ2', 'manual');
  await pass(7_999);
  expect(phaseOf(state())).toBe('validating');
  await pass(1);
  await validating;
  expect(state()).toMatchObject({ isValid: false, error: 'Invalid referral code or validation timeout' });
  await held.answer(owned('creator-1'));
  expect(phaseOf(state())).toBe('invalid');
});

test('[REF-38] a lookup that fails says Error validating code', async () => {
  const { validateReferral, state } = await openPage();
  server.lose(validity);
  const validating = validateReferral('7K3M9XQ2', 'manual');
  await pass(retriesMs);
  await validating;
  expect(state()).toMatchObject({ isValid: false, isValidating: false, error: 'Error validating code' });
});

test('of two codes, the later one wins, whichever answer comes last', async () => {
  const firstAnswer = server.hold('GET /api/referral-codes/00000001/validity');
  const secondAnswer = server.hold('GET /api/referral-codes/00000002/validity');
  const { validateReferral, state } = await openPage();
  const first = validateReferral('00000001', 'manual');
  const second = validateReferral('00000002', 'manual');
  await secondAnswer.answer(owned('creator-2'));
  await second;
  await firstAnswer.answer(owned('creator-1'));
  await first;
  expect(state()).toMatchObject({ code: '00000002', referrerId: 'creator-2' });
});

test('[REF-30] the referral is kept in local storage, where the next page finds it', async () => {
  server.answer(validity, owned('creator-1'));
  const before = await openPage();
  await before.captureReferral('?ref=7K3M9XQ2');
  const after = await openPage();
  expect(after.state()).toEqual({
    code: '7K3M9XQ2',
    referrerId: 'creator-1',
    source: 'url',
    isValid: true,
    isValidating: false,
    error: null,
  });
});

test('a code that could not be validated, such as when the visitor left immediately, is validated by the next page', async () => {
  server.lose(validity);
  const before = await openPage();
  const captured = before.captureReferral('?ref=7K3M9XQ2');
  await pass(retriesMs);
  await captured;
  server.answer(validity, owned('creator-1'));
  const after = await openPage();
  await after.captureReferral('');
  expect(after.state()).toMatchObject({ isValid: true, referrerId: 'creator-1', source: 'url', error: null });
});

test('a validation that a reload interrupted is repeated by the next page', async () => {
  server.hold(validity);
  const before = await openPage();
  void before.captureReferral('?ref=7K3M9XQ2');
  server.answer(validity, owned('creator-1'));
  const after = await openPage();
  await after.captureReferral('');
  expect(after.state()).toMatchObject({ source: 'url', isValid: true, isValidating: false });
});

test('invalid data in local storage is ignored', async () => {
  for (const stored of ['not json', '{}', '[]', '7', 'null', '{"code":7}']) {
    localStorage.setItem('referral', stored);
    const { state } = await openPage();
    expect(state()).toEqual(nothing);
  }
});

test('[REF-31] [REF-50] clearing returns to idle and removes the stored referral', async () => {
  server.answer(validity, owned('creator-1'));
  const { captureReferral, clearReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  expect(localStorage.getItem('referral')).toContain('7K3M9XQ2');
  clearReferral();
  expect(state()).toEqual(nothing);
  expect(localStorage.getItem('referral')).toBeNull();
});

test('a referral that is cleared while it is being validated stays cleared', async () => {
  const held = server.hold(validity);
  const { validateReferral, clearReferral, state } = await openPage();
  const validating = validateReferral('7K3M9XQ2', 'manual');
  clearReferral();
  await held.answer(owned('creator-1'));
  await validating;
  expect(state()).toEqual(nothing);
});
