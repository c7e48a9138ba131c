import type * as Referral from './invitation.atoms.ts';

const answers = vi.hoisted(() => ({
  ask: (_path: string): Promise<unknown> => Promise.reject(new Error('unexpected request')),
}));
const visits: unknown[] = [];
vi.mock('../kernel/send.ts', () => ({
  get: (path: string) => answers.ask(path),
  post: (path: string, body: unknown) => Promise.resolve(visits.push([path, body])),
}));

const requests: string[] = [];
/** Sets the server's answer, and records the requests. */
const serve = (answer: (path: string) => Promise<unknown>) => {
  answers.ask = (path) => {
    requests.push(path);
    return answer(path);
  };
};
const owned = (referrer_id: string | null) => () => Promise.resolve({ valid: true, referrer_id });
const unknown = () => Promise.resolve({ valid: false, referrer_id: null });
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
  requests.length = 0;
  visits.length = 0;
  serve(unknown);
});
afterEach(() => vi.useRealTimers());

test('[REF-28] [REF-29] [REF-32] without a code the referral is idle and its source unknown', async () => {
  const { state, phaseOf } = await openPage();
  expect(state()).toEqual(nothing);
  expect(phaseOf(state())).toBe('idle');
});

test('[REF-25] [REF-26] a code in the address, as ref or referral, is used with the source url', async () => {
  for (const name of ['ref', 'referral']) {
    serve(owned('creator-1'));
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
  expect(visits).toEqual([['/api/looks', { kind: 'visit', id: '7K3M9XQ2' }]]);
});

test('an address without a code, or with an empty one, changes nothing', async () => {
  const { captureReferral, state } = await openPage();
  await captureReferral('?page=2&ref=');
  expect(state()).toEqual(nothing);
  expect(requests).toEqual([]);
});

test('[FIX-04] a code in an address that is unknown, times out or can’t be validated doesn’t replace a valid stored one', async () => {
  const answers: readonly (() => Promise<unknown>)[] = [
    unknown,
    () => Promise.reject(new Error('away')),
    () => new Promise(() => {}),
  ];
  for (const answer of answers) {
    localStorage.clear();
    serve(owned('creator-1'));
    await (await openPage()).captureReferral('?ref=7K3M9XQ2');
    serve(answer);
    vi.useFakeTimers();
    const page = await openPage();
    const noticed = page.captureReferral('?ref=00000000');
    expect(page.state()).toMatchObject({ code: '7K3M9XQ2', isValid: true, isValidating: false });
    await vi.advanceTimersByTimeAsync(8_000);
    await noticed;
    vi.useRealTimers();
    for (const { state } of [page, await openPage()]) {
      expect(state()).toMatchObject({ code: '7K3M9XQ2', referrerId: 'creator-1', source: 'url', isValid: true });
    }
  }
});

test('a valid code in an address replaces the stored one, and an invalid one is used if there is none', async () => {
  serve(owned('creator-1'));
  const { captureReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  serve(owned('creator-2'));
  await captureReferral('?referral=00000000');
  expect(state()).toMatchObject({ code: '00000000', referrerId: 'creator-2', isValid: true });
  localStorage.clear();
  serve(unknown);
  const other = await openPage();
  await other.captureReferral('?ref=00000000');
  expect(other.state()).toMatchObject({ code: '00000000', isValid: false });
});

test('a stored code that comes again in an address is validated again: it may have been deleted since', async () => {
  serve(owned('creator-1'));
  const { captureReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  serve(unknown);
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
  serve(owned('creator-1'));
  const valid = validateReferral('7K3M9XQ2', 'manual');
  expect(phaseOf(state())).toBe('validating');
  await valid;
  expect(phaseOf(state())).toBe('valid');
  serve(unknown);
  const invalid = validateReferral('00000000', 'manual');
  expect(phaseOf(state())).toBe('validating');
  await invalid;
  expect(phaseOf(state())).toBe('invalid');
  expect(requests).toEqual(['/api/referral-codes/7K3M9XQ2/validity', '/api/referral-codes/00000000/validity']);
});

test('[REF-35] a valid code names its owner, or nobody if the owner’s account is gone', async () => {
  const { validateReferral, state } = await openPage();
  serve(owned('creator-1'));
  await validateReferral('7K3M9XQ2', 'manual');
  expect(state()).toMatchObject({ isValid: true, referrerId: 'creator-1', error: null });
  serve(owned(null));
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
  vi.useFakeTimers();
  let answer: (value: unknown) => void = () => {};
  serve(() => new Promise((resolve) => (answer = resolve)));
  const { validateReferral, state, phaseOf } = await openPage();
  const validating = validateReferral('7K3M9XQ2', 'manual');
  await vi.advanceTimersByTimeAsync(7_999);
  expect(phaseOf(state())).toBe('validating');
  await vi.advanceTimersByTimeAsync(1);
  await validating;
  expect(state()).toMatchObject({ isValid: false, error: 'Invalid referral code or validation timeout' });
  answer({ valid: true, referrer_id: 'creator-1' });
  await vi.runAllTimersAsync();
  expect(phaseOf(state())).toBe('invalid');
});

test('[REF-38] a lookup that fails says Error validating code', async () => {
  const { validateReferral, state } = await openPage();
  serve(() => Promise.reject(new Error('away')));
  await validateReferral('7K3M9XQ2', 'manual');
  expect(state()).toMatchObject({ isValid: false, isValidating: false, error: 'Error validating code' });
});

test('of two codes, the later one wins, whichever answer comes last', async () => {
  const pending = new Map<string, (value: unknown) => void>();
  serve((path) => new Promise((resolve) => void pending.set(path, resolve)));
  const { validateReferral, state } = await openPage();
  const first = validateReferral('00000001', 'manual');
  const second = validateReferral('00000002', 'manual');
  pending.get('/api/referral-codes/00000002/validity')?.({ valid: true, referrer_id: 'creator-2' });
  await second;
  pending.get('/api/referral-codes/00000001/validity')?.({ valid: true, referrer_id: 'creator-1' });
  await first;
  expect(state()).toMatchObject({ code: '00000002', referrerId: 'creator-2' });
});

test('[REF-30] the referral is kept in local storage, where the next page finds it', async () => {
  serve(owned('creator-1'));
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
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  const before = await openPage();
  await before.captureReferral('?ref=7K3M9XQ2');
  serve(owned('creator-1'));
  const after = await openPage();
  await after.captureReferral('');
  expect(after.state()).toMatchObject({ isValid: true, referrerId: 'creator-1', source: 'url', error: null });
});

test('a validation that a reload interrupted is repeated by the next page', async () => {
  serve(() => new Promise(() => {}));
  const before = await openPage();
  void before.captureReferral('?ref=7K3M9XQ2');
  serve(owned('creator-1'));
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
  serve(owned('creator-1'));
  const { captureReferral, clearReferral, state } = await openPage();
  await captureReferral('?ref=7K3M9XQ2');
  expect(localStorage.getItem('referral')).toContain('7K3M9XQ2');
  clearReferral();
  expect(state()).toEqual(nothing);
  expect(localStorage.getItem('referral')).toBeNull();
});

test('a referral that is cleared while it is being validated stays cleared', async () => {
  let answer: (value: unknown) => void = () => {};
  serve(() => new Promise((resolve) => (answer = resolve)));
  const { validateReferral, clearReferral, state } = await openPage();
  const validating = validateReferral('7K3M9XQ2', 'manual');
  clearReferral();
  answer({ valid: true, referrer_id: 'creator-1' });
  await validating;
  expect(state()).toEqual(nothing);
});
