import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import type { ReferralCodeRow, ReferralRow, ReviewedReferral } from '@tessera/contract/referrals';
import { pino } from 'pino';
import {
  CallFailed,
  checkout,
  get,
  password,
  patch,
  pay,
  post,
  publish,
  refusalOf,
  signInAdmin,
  signUpBrand,
  upload,
} from '../../../../test/support/worlds/client.ts';
import { freePort } from '../../../../test/support/servers/free-port.ts';
import { until } from '../../../../test/support/until.ts';
import { connect, nextMessage, watch } from '../../../../test/support/live.ts';
import { drawPicture } from '../../../../test/support/picture.ts';
import { systemClock } from '../kernel/clock.ts';
import { readConfig } from '../config.ts';
import { startService } from '../service.ts';
import type { Service } from '../service.ts';

interface Person {
  readonly id: string;
  readonly token: string;
}

interface Invited {
  readonly referral_code?: string;
  readonly referral_source?: string;
  readonly phone?: string;
  readonly venmo_name?: string;
  readonly email?: string;
}

type Made = ReferralCodeRow & { readonly position: number };
interface List<Row> {
  readonly items: readonly Row[];
}

const adminPassword = 'correct horse battery';

describe('referrals over HTTP', () => {
  let dataDir: string;
  let service: Service;
  let url: string;
  let people = 0;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-referrals-'));
    const port = await freePort();
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(port), ADMIN_PASSWORD: adminPassword });
    service = await startService({ config, logger: pino({ level: 'silent' }), clock: systemClock });
    url = `http://localhost:${port}`;
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  /** Somebody who shares no details with anyone, unless given. */
  const signUp = async (more: Invited = {}): Promise<Person> => {
    people += 1;
    const email = more.email ?? `person-${people}@example.com`;
    const profile = {
      name: `Person ${people}`,
      phone: `+47 22 33 ${String(people).padStart(4, '0')}`,
      social_handle: `@person${people}`,
      payment_method: 'venmo',
      venmo_name: `person-${people}-pays`,
      ...more,
      email,
    };
    const body = { email, password: 'correct-horse-7', data: { userType: 'creator', profile } };
    const session = await post<{ access_token: string; user: { id: string } }>(`${url}/auth/v1/signup`, body);
    return { id: session.user.id, token: session.access_token };
  };

  const createCode = ({ token }: Person, body: object = {}) => post<Made>(`${url}/api/referral-codes`, body, { token });
  const codesOf = ({ token }: Person, after: number) =>
    get<List<ReferralCodeRow>>(`${url}/api/referral-codes?after=${after}`, { token });
  const referralsOf = ({ token }: Person) => get<List<ReferralRow>>(`${url}/api/referrals`, { token });
  const validity = (code: string) =>
    get<{ valid: boolean; referrer_id: string | null }>(
      `${url}/api/referral-codes/${encodeURIComponent(code)}/validity`,
    );
  const remove = async ({ token }: Person, id: string, after: number) => {
    const response = await fetch(`${url}/api/referral-codes/${id}?after=${after}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: (await response.json()) as { position: number } };
  };
  const statusOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (refused: unknown) => refused,
    );
    return error instanceof CallFailed ? error.status : error;
  };
  /** Does something, and waits until that many of the referrer's referrals have reached an open page. */
  const untilReferred = async (referrer: Person, total: number, act: () => Promise<Person>) => {
    const socket = await connect(url, referrer.token);
    await watch(socket, 'referrals', referrer.id);
    const told = nextMessage<CreatorReferrals>(socket, ({ value }) => value.total_referrals === total);
    const person = await act();
    const { value } = await told;
    socket.close();
    return { person, value };
  };

  it('[API-28] [API-30] [API-52] [ENT-19] a creator makes codes: eight characters, all different, with a description', async () => {
    const creator = await signUp();
    const described = await createCode(creator, { description: '  For the workshop ' });
    const plain = await createCode(creator);
    expect(described).toMatchObject({ creator_id: creator.id, description: 'For the workshop' });
    expect(plain.description).toBeNull();
    expect(described.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(plain.code).not.toBe(described.code);
    const { items } = await codesOf(creator, plain.position);
    expect(items.map(({ id }) => id)).toEqual([plain.id, described.id]);
    expect(items[1]).toEqual({
      id: described.id,
      creator_id: creator.id,
      code: described.code,
      description: 'For the workshop',
      created_at: described.created_at,
      visits: 0,
      sign_ups: 0,
      earned_cents: 0,
    });
  });

  it('a code takes a description of at most 120 characters and nothing else', async () => {
    const creator = await signUp();
    for (const body of [{ description: 'x'.repeat(121) }, { description: 7 }, { code: 'MINE0000' }, []]) {
      expect(await statusOf(createCode(creator, body))).toBe(400);
    }
  });

  it('[API-26] [REF-34] [REF-35] anyone may check whether a code is valid, however it is typed, and learns no more than its owner', async () => {
    const creator = await signUp();
    const { code } = await createCode(creator);
    const expected = { valid: true, referrer_id: creator.id };
    expect(await validity(code)).toEqual(expected);
    expect(await validity(` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase())).toEqual(expected);
    expect(await validity(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(expected);
    for (const unknown of ['00000000', 'not-a-code', '%', '../../profile']) {
      expect(await validity(unknown)).toEqual({ valid: false, referrer_id: null });
    }
  });

  it('[GAL-17] everyone with a code may learn who invites with it: the name, and nothing else', async () => {
    const creator = await signUp();
    const { code, id, position } = await createCode(creator);
    const inviter = (typed: string) => get<object>(`${url}/api/referral-codes/${encodeURIComponent(typed)}/inviter`);
    expect(await inviter(` ${code.toLowerCase()} `)).toEqual({ name: `Person ${people}` });
    for (const unknown of ['00000000', 'not-a-code']) expect(await statusOf(inviter(unknown))).toBe(404);
    await remove(creator, id, position);
    expect(await statusOf(inviter(code))).toBe(404);
  });

  it('[API-29] [REF-54] creators see and delete only their own codes; a deleted one is no longer valid', async () => {
    const [creator, other] = [await signUp(), await signUp()];
    const made = await createCode(creator, { description: 'A secret of mine' });
    expect((await codesOf(other, made.position)).items).toEqual([]);
    expect((await remove(other, made.id, made.position)).status).toBe(404);
    expect((await validity(made.code)).valid).toBe(true);
    const removed = await remove(creator, made.id, made.position);
    expect(removed.status).toBe(200);
    expect((await validity(made.code)).valid).toBe(false);
    expect((await codesOf(creator, removed.body.position)).items).toEqual([]);
    expect((await remove(creator, made.id, removed.body.position)).status).toBe(404);
  });

  it('visitors and brands have no referrals', async () => {
    const brand = await signUpBrand(url);
    for (const [token, status] of [
      [undefined, 401],
      [brand.token, 403],
    ] as const) {
      const call = token ? { token } : {};
      for (const path of ['referral-codes', 'referrals', 'referrals/metrics']) {
        expect(await statusOf(get(`${url}/api/${path}`, call))).toBe(status);
      }
      expect(await statusOf(post(`${url}/api/referral-codes`, {}, call))).toBe(status);
    }
  });

  it('[REF-49] [REF-53] [REF-42] [API-31] [API-32] [ENT-20] the server records a referral from the code alone, once, newest first', async () => {
    const referrer = await signUp();
    const { code } = await createCode(referrer);
    const typed = { referral_code: code.toLowerCase(), referral_source: 'manual' };
    const first = await untilReferred(referrer, 1, () => signUp({ referral_code: code, referral_source: 'url' }));
    const second = await untilReferred(referrer, 2, () => signUp(typed));
    const { items } = await referralsOf(referrer);
    expect(items).toEqual(second.value.latest.map((row) => ({ ...row, reason: null })));
    expect(items.map(({ referred_user_id }) => referred_user_id)).toEqual([second.person.id, first.person.id]);
    expect(items[1]).toEqual({
      id: expect.any(String) as string,
      referrer_id: referrer.id,
      referred_user_id: first.person.id,
      referral_code: code,
      conversion_type: 'signup',
      source: 'signup',
      arrival: 'url',
      status: 'completed',
      held_for: null,
      created_at: expect.any(String) as string,
      decided_at: null,
      reason: null,
    });
    expect(items[0]).toMatchObject({ arrival: 'manual', referral_code: code });
    expect((await referralsOf(first.person)).items).toEqual([]);
  });

  it('[API-33] [REF-52] the metrics are a projection of the referrals, pushed as they change', async () => {
    const referrer = await signUp();
    const metrics = () => get(`${url}/api/referrals/metrics`, { token: referrer.token });
    expect(await metrics()).toMatchObject({ total_referrals: 0, successful_conversions: 0, pending_conversions: 0 });
    const { code } = await createCode(referrer);
    const { value } = await untilReferred(referrer, 1, () => signUp({ referral_code: code }));
    const expected = { total_referrals: 1, successful_conversions: 1, pending_conversions: 0 };
    expect(value).toMatchObject(expected);
    expect(await metrics()).toMatchObject(expected);
  });

  it('a sign-up with an unknown code continues without a referral', async () => {
    const referrer = await signUp();
    const made = await createCode(referrer);
    await remove(referrer, made.id, made.position);
    for (const referral_code of [made.code, '00000000', 'nonsense']) {
      const person = await signUp({ referral_code });
      expect(person.id).toBeTruthy();
    }
    const { code } = await createCode(referrer);
    const { value } = await untilReferred(referrer, 1, () => signUp({ referral_code: code }));
    expect(value.total_referrals).toBe(1);
  });

  it('[REF-52] [REF-53] an account with the payment details, the number or the mailbox of its referrer is pending', async () => {
    const referrer = await signUp({
      phone: '+1 (415) 555-0100',
      venmo_name: '@Referrer-Pays',
      email: 'ref@example.com',
    });
    const { code } = await createCode(referrer);
    const likeOnes = [{ venmo_name: 'referrer-pays' }, { phone: '415.555.0100' }, { email: 'ref+two@example.com' }];
    for (const [index, like] of likeOnes.entries()) {
      const { value } = await untilReferred(referrer, index + 1, () => signUp({ referral_code: code, ...like }));
      expect(value).toMatchObject({ successful_conversions: 0, pending_conversions: index + 1 });
      expect(value.latest[0]).toMatchObject({ status: 'pending' });
    }
  });

  it('[FIX-05] the reason why a referral is held is shown to its referrer and the operator, but not to the referred creator', async () => {
    const referrer = await signUp({ phone: '+1 (415) 555-0177' });
    const { code } = await createCode(referrer);
    const { person, value } = await untilReferred(referrer, 1, () =>
      signUp({ referral_code: code, phone: '415 555 0177' }),
    );
    expect(value.latest).toMatchObject([{ status: 'pending', held_for: 'phone' }]);
    expect((await referralsOf(referrer)).items).toMatchObject([{ status: 'pending', held_for: 'phone' }]);
    const exported = async ({ token }: Person) => {
      const answer = await fetch(`${url}/api/account/export`, { headers: { authorization: `Bearer ${token}` } });
      return answer.text();
    };
    expect(await exported(referrer)).toContain('"held_for":"phone"');
    const held = await exported(person);
    expect(held).toContain('with the code');
    expect(held).not.toMatch(/held_for|both have|one person/);
    const admin = await signInAdmin(url, adminPassword);
    const { items } = await get<List<{ sentence: string }>>(`${url}/api/admin/events?type=ReferralRecorded`, {
      token: admin,
    });
    expect(items.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(`${person.id} .* held: both have the same phone number[.]$`),
    );
  });

  const decide = (token: string, { id }: Person, kind: 'approve' | 'reject', reason: unknown) =>
    post<{ status: string; position: number }>(`${url}/api/admin/referrals/${id}/${kind}`, { reason }, { token });
  const reviewed = (token: string, status: string, after: number) =>
    get<List<ReviewedReferral>>(`${url}/api/admin/referrals?status=${status}&after=${after}`, { token });

  /** Somebody who signed up with a code, and has the phone number of the code's owner. */
  const heldReferral = async (phone: string) => {
    const referrer = await signUp({ phone });
    const { code } = await createCode(referrer);
    const { person } = await untilReferred(referrer, 1, () => signUp({ referral_code: code, phone }));
    return { referrer, person };
  };

  it('[PAY-25] [PAY-27] the admin approves a held referral with a reason: the next sale rewards the referrer, who reads why', async () => {
    const { referrer, person } = await heldReferral('+1 (415) 555-0188');
    const token = await signInAdmin(url, adminPassword);
    const brand = await signUpBrand(url);
    const uploadId = await upload(url, person.token, new Uint8Array(await drawPicture(8, 400, 300)));
    const { id } = await publish(url, person.token, uploadId, { title: 'Pier', prices: [25, 250, 500] });
    const sell = async () => {
      const { order_id } = await checkout(url, brand.token, [{ id }]);
      return (await pay(url, brand.token, order_id)).position;
    };
    const rewardsAfter = async (after: number) => {
      const address = `${url}/api/dashboards/creator?after=${after}`;
      return (
        (await get<{ value: CreatorDashboard | null }>(address, { token: referrer.token })).value?.reward_cents ?? 0
      );
    };
    expect(await rewardsAfter(await sell())).toBe(0);

    const held = await get<List<ReviewedReferral>>(`${url}/api/admin/referrals`, { token });
    expect(held.items.find(({ referred_user_id }) => referred_user_id === person.id)).toMatchObject({
      referrer_id: referrer.id,
      referrer_name: expect.stringMatching(/^Person \d+$/) as string,
      referred_name: expect.stringMatching(/^Person \d+$/) as string,
      status: 'pending',
      held_for: 'phone',
      reason: null,
      decided_at: null,
    });
    expect(await refusalOf(decide(token, person, 'approve', '  '))).toMatchObject({
      status: 400,
      message: 'Please say why, in at most 300 characters',
    });
    const socket = await connect(url, referrer.token);
    await watch(socket, 'referrals', referrer.id);
    const told = nextMessage<CreatorReferrals>(socket, ({ value }) => value.successful_conversions === 1);
    const reason = 'They share an office line.';
    const { status, position } = await decide(token, person, 'approve', ` ${reason}\n`);
    expect(status).toBe('completed');
    expect((await told).value).toMatchObject({ pending_conversions: 0, latest: [{ status: 'completed' }] });
    socket.close();

    const own = await get<List<ReferralRow>>(`${url}/api/referrals?after=${position}`, { token: referrer.token });
    expect(own.items).toMatchObject([{ status: 'completed', held_for: 'phone', reason }]);
    const { items } = await reviewed(token, 'completed', position);
    expect(items.find(({ referred_user_id }) => referred_user_id === person.id)).toMatchObject({ reason });
    const soldAt = await sell();
    expect(await rewardsAfter(soldAt)).toBe(1_250);
    const rewards = (by: string) =>
      get<List<object>>(`${url}/api/referrals/rewards${by}?after=${soldAt}`, { token: referrer.token });
    const code = own.items[0]?.referral_code;
    expect((await rewards('')).items).toMatchObject([
      { title: 'Pier', license_type: 'six_month', price_cents: 25_000, reward_cents: 1_250, referral_code: code },
    ]);
    expect((await rewards('/creators')).items).toMatchObject([
      { id: person.id, licenses: 1, reward_cents: 1_250, referral_code: code, referred_at: own.items[0]?.created_at },
    ]);
    expect((await codesOf(referrer, soldAt)).items).toMatchObject([
      { code, visits: 0, sign_ups: 1, earned_cents: 1_250 },
    ]);
    expect((await get<List<object>>(`${url}/api/referrals/rewards`, { token: person.token })).items).toEqual([]);
    expect(await decide(token, person, 'approve', 'Again.')).toMatchObject({ status: 'completed', position });
    expect(await refusalOf(decide(token, person, 'reject', 'Not so.'))).toMatchObject({
      status: 409,
      title: 'Referral already decided',
    });
  });

  it('[PAY-27] a referral that the admin rejects is canceled; its referrer sees why, but the referred creator doesn’t', async () => {
    const { referrer, person } = await heldReferral('+1 (415) 555-0199');
    const token = await signInAdmin(url, adminPassword);
    const reason = 'This is your own second account.';
    const { status, position } = await decide(token, person, 'reject', reason);
    expect(status).toBe('cancelled');
    const { items } = await reviewed(token, 'cancelled', position);
    expect(items).toMatchObject([{ referred_user_id: person.id, status: 'cancelled', reason }]);
    const metrics = await get<object>(`${url}/api/referrals/metrics?after=${position}`, { token: referrer.token });
    expect(metrics).toMatchObject({ total_referrals: 1, successful_conversions: 0, pending_conversions: 0 });
    const exported = async (who: Person) =>
      JSON.stringify(await get(`${url}/api/account/export`, { token: who.token }));
    expect(await exported(referrer)).toContain(reason);
    const told = await exported(person);
    expect(told).toContain('was rejected');
    expect(told).not.toContain(reason);
    const { items: log } = await get<List<{ position: number }>>(`${url}/api/admin/events?type=ReferralRejected`, {
      token,
    });
    expect(JSON.stringify(await get(`${url}/api/admin/events/${log[0]!.position}`, { token }))).not.toContain(reason);
    expect(await refusalOf(decide(token, { id: 'nobody', token: '' }, 'approve', 'Yes.'))).toMatchObject({
      status: 404,
      title: 'Referral not found',
    });
    const anyone = decide(referrer.token, person, 'approve', 'Please.');
    expect(await refusalOf(anyone)).toMatchObject({ status: 403 });
  });

  it('[PAY-28] a referrer who deleted their account earns nothing more, not even from an order placed before', async () => {
    const referrer = await signUp();
    const { code } = await createCode(referrer);
    const { person } = await untilReferred(referrer, 1, () => signUp({ referral_code: code }));
    const brand = await signUpBrand(url);
    const uploadId = await upload(url, person.token, new Uint8Array(await drawPicture(9, 400, 300)));
    const { id } = await publish(url, person.token, uploadId, { title: 'Jetty', prices: [25, 250, 500] });
    const order = () => checkout(url, brand.token, [{ id }]);
    const rewarded = await order();
    await pay(url, brand.token, rewarded.order_id);
    const waiting = await order();

    const headers = { authorization: `Bearer ${referrer.token}`, 'content-type': 'application/json' };
    const leaving = { method: 'DELETE', headers, body: JSON.stringify({ password }) };
    expect((await fetch(`${url}/api/account`, leaving)).ok).toBe(true);
    const paid = await pay(url, brand.token, waiting.order_id);
    const fresh = await order();
    const { position } = await pay(url, brand.token, fresh.order_id);

    const token = await signInAdmin(url, adminPassword);
    const recorded = async (type: string) => {
      const address = `${url}/api/admin/events?type=${type}&limit=3&after=${position}`;
      const { items } = await get<List<{ position: number; sentence: string }>>(address, { token });
      const details = items.map((item) =>
        get<{ data: { order_id: string; license_id: string } }>(`${url}/api/admin/events/${item.position}`, { token }),
      );
      const events = (await Promise.all(details)).map(({ data }, index) => ({
        ...data,
        sentence: items[index]!.sentence,
      }));
      return (orderId: string) => events.find(({ order_id }) => order_id === orderId);
    };
    const granted = await recorded('LicenseGranted');
    expect(granted(rewarded.order_id)).toMatchObject({
      referrer_id: referrer.id,
      split: { net_cents: 20_000, reward_cents: 1_250, platform_cents: 3_750 },
      withheld_reward: null,
    });
    for (const { order_id } of [waiting, fresh]) {
      expect(granted(order_id)).toMatchObject({
        referrer_id: null,
        split: { net_cents: 20_000, reward_cents: 0, platform_cents: 5_000 },
        withheld_reward: { referrer_id: referrer.id, reward_cents: 1_250, reason: 'account_deleted' },
        sentence: expect.stringContaining('The reward of $12.50 stays with the platform') as string,
      });
    }
    const shown = await get<object>(`${url}/api/licenses/${paid.license_ids[0]}`, { token: brand.token });
    expect(JSON.stringify(shown)).not.toContain(referrer.id);
    const posted = await until('the sale is posted', async () => (await recorded('EarningPosted'))(fresh.order_id));
    expect(posted).toMatchObject({
      referrer_id: null,
      postings: [
        { account: 'cash:sandbox', amount_cents: 25_000 },
        { account: `creator:${person.id}:pending`, amount_cents: -20_000 },
        { account: 'platform', amount_cents: -5_000 },
      ],
    });
  });

  it('[SEC-13] texts lose what nobody should see as they are taken in, and an address that misleads is refused', async () => {
    const { token } = await signUp({ venmo_name: 'pays\u0000-me\u202e' });
    const profile = () => get(`${url}/api/profile`, { token });
    expect(await profile()).toMatchObject({ venmo_name: 'pays -me' });
    await patch(`${url}/api/profile`, { name: '\u202eCarla\r\nCreator\u0000' }, { token });
    expect(await profile()).toMatchObject({ name: 'Carla Creator' });
    const nothing = patch(`${url}/api/profile`, { name: 'C\u0000\u202e' }, { token });
    expect(await refusalOf(nothing)).toMatchObject({ message: 'Name must be at least 2 characters' });
    const code = await post<Made>(`${url}/api/referral-codes`, { description: 'For\u0007 the\u2066 shop' }, { token });
    expect(code.description).toBe('For the shop');
    const uploadId = await upload(url, token, new Uint8Array(await drawPicture(1, 400, 300)));
    const listing = { title: '\u202eSea\u0000view', description: 'One\r\ntwo\u0007', tags: ['sa\u200end'] };
    const { id } = await publish(url, token, uploadId, listing);
    const address = `${url}/api/content/${id}`;
    expect(await get(address)).toMatchObject({ title: 'Sea view', description: 'One\ntwo', tags: ['sand'] });
    const emptied = { ...listing, title: '\u0000', offerOneTime: true, offerSixMonth: false, offerPerpetual: false };
    const edited = patch(address, { ...emptied, oneTimePrice: 25 }, { token });
    expect(await refusalOf(edited)).toMatchObject({ message: 'Please enter a title' });
    const brand = await signUpBrand(url);
    const brand_url = 'https://www.google.com@evil.example/login';
    const misleading = patch(`${url}/api/profile`, { brand_url }, { token: brand.token });
    expect(await refusalOf(misleading)).toMatchObject({ status: 400, message: 'Please enter a valid URL' });
    expect(await get(`${url}/api/profile`, { token: brand.token })).toMatchObject({
      brand_url: 'https://acme.example',
    });
  });

  it('[CONST-04] a code made in another tab reaches the creator’s open page, and nobody else may watch', async () => {
    const creator = await signUp();
    const socket = await connect(url, creator.token);
    expect(await watch(socket, 'referral-codes', creator.id)).toMatchObject({ value: null });
    const told = nextMessage<ReferralCodes>(socket, ({ value }) => value.codes.length === 1);
    const { code } = await createCode(creator, { description: 'From my phone' });
    const { value } = await told;
    expect(value.codes[0]).toMatchObject({ code });
    expect(JSON.stringify(value)).not.toContain('From my phone');
    socket.close();
    const stranger = await connect(url, (await signUp()).token);
    for (const view of ['referrals', 'referral-codes', 'referral-list']) {
      expect(await watch(stranger, view, creator.id)).toMatchObject({ error: { code: 'refused' } });
    }
    stranger.close();
  });

  it('[REF-54] validity is limited per minute and address; after that, the caller has to wait', async () => {
    const ask = () => fetch(`${url}/api/referral-codes/00000000/validity`);
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
