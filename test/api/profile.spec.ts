import sharp from 'sharp';
import { setUpSecondFactor } from '../support/doubles/authenticator.ts';
import {
  confirmOwner,
  get,
  password,
  patch,
  post,
  refusalOf,
  signIn,
  signInAdmin,
  signUpBrand,
  signUpCreator,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { textsIn } from '../support/data-files.ts';
import { mailCount, mailTitled } from '../support/browser/mailbox.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { securityKey } from '../support/doubles/security-key.ts';

interface LogoAnswer {
  readonly logo_url: string;
  readonly error?: { readonly message: string };
}

const megabyte = 1024 * 1024;
const bank = {
  payment_method: 'bank',
  bank_name: 'First Harbour',
  bank_account: '000123456789',
  bank_routing: '021000021',
};

describe('an account’s own profile', () => {
  let product: Product;
  let url: string;
  let creator: Account;
  let brand: Account;

  beforeAll(async () => {
    product = await startProduct();
    ({ url } = product);
    [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url)]);
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const profileOf = ({ token }: Account) => get<Record<string, unknown>>(`${url}/api/profile`, { token });
  const change = ({ token }: Account, changes: unknown) =>
    patch<Record<string, unknown> & { position: number }>(`${url}/api/profile`, changes, { token });

  it('[ENT-01, ENT-02, ENT-03, API-18] a creator reads every field of their own profile', async () => {
    expect(await profileOf(creator)).toEqual({
      role: 'creator',
      user_id: creator.id,
      name: 'Carla Creator',
      email: creator.email,
      phone: '+1 555 010 2030',
      social_handle: '@carla',
      payment_method: 'venmo',
      sale_mails: 'at_once',
      portrait_url: null,
      asks_to_confirm_email: false,
      wanted_mails: ['payout_sent'],
      venmo_name: 'carla-pays',
      paypal_email: null,
      bank_name: null,
      bank_account: null,
      bank_routing: null,
      referral_metrics: { total_referrals: 0, successful_conversions: 0, pending_conversions: 0 },
    });
  });

  it('[ENT-05, ENT-06, ENT-07, API-18] a brand reads every field of their own profile, and is not on the home page', async () => {
    expect(await profileOf(brand)).toEqual({
      role: 'brand',
      id: brand.id,
      user_id: brand.id,
      name: 'Bo Buyer',
      email: brand.email,
      phone: '+1 555 010 2030',
      brand_name: 'Acme',
      brand_url: 'https://acme.example',
      logo_url: null,
      show_on_homepage: false,
      asks_to_confirm_email: false,
      wanted_mails: ['license_ending'],
    });
  });

  it('[PAY-31] a creator chooses one of three ways to be told about sales by email', async () => {
    const { token } = await signUpCreator(url);
    const choose = (sale_mails: unknown) => patch(`${url}/api/profile/sale-mails`, { sale_mails }, { token });
    expect(await choose('daily')).toMatchObject({ sale_mails: 'daily' });
    expect(await get(`${url}/api/profile`, { token })).toMatchObject({ sale_mails: 'daily' });
    for (const unknown of ['hourly', null, undefined, ['daily']]) {
      expect(await refusalOf(choose(unknown))).toMatchObject({ status: 400, code: 'invalid_input' });
    }
    expect(await choose('never')).toMatchObject({ sale_mails: 'never' });
    expect(await get(`${url}/api/profile`, { token })).toMatchObject({ sale_mails: 'never' });
  });

  it('[API-17] a change is visible in the next read and leaves the rest unchanged', async () => {
    const person = await signUpCreator(url, 'Cora Creator');
    const before = await profileOf(person);
    const { position, ...changed } = await change(person, { name: 'Cora Klein', social_handle: '@cora' });
    expect(position).toBeGreaterThan(0);
    expect(changed).toEqual({ ...before, name: 'Cora Klein', social_handle: '@cora' });
    expect(await profileOf(person)).toEqual(changed);
    expect((await change(person, { name: 'Cora Klein' })).position).toBe(position);
  });

  it('[API-17, BRAND-17] a brand can change only its own row, and only the allowed fields', async () => {
    const other = await signUpBrand(url, 'Rival');
    for (const refused of [
      { user_id: other.id, name: 'Eve' },
      { email: 'eve@example.com' },
      { role: 'creator' },
      { logo_url: 'https://evil.example/pixel.gif' },
      { social_handle: '@eve' },
      { __proto__: null, constructor: 'x' },
    ]) {
      expect(await refusalOf(change(brand, refused))).toMatchObject({ status: 400, code: 'invalid_input' });
    }
    expect(await refusalOf(change(creator, { show_on_homepage: true }))).toMatchObject({ status: 400 });
    expect((await profileOf(other))['name']).toBe('Bo Buyer');
    expect(await profileOf(brand)).toMatchObject({ name: 'Bo Buyer', email: brand.email, role: 'brand' });
  });

  it('[AUTH-26, AUTH-29, AUTH-30, AUTH-47] a change has to meet the rules of the sign-up, with the same messages', async () => {
    expect(await refusalOf(change(creator, { name: 'C', phone: '555', social_handle: '@' }))).toMatchObject({
      status: 400,
      fields: {
        name: 'Name must be at least 2 characters',
        phone: 'Please enter a valid phone number',
        social_handle: 'Please enter your social media handle',
      },
    });
    expect(
      await refusalOf(change(brand, { brand_name: 'A', brand_url: 'acme', show_on_homepage: 'yes' })),
    ).toMatchObject({
      fields: {
        brand_name: 'Brand name is required',
        brand_url: 'Please enter a valid URL',
        show_on_homepage: 'Please choose whether to show the brand on the home page',
      },
    });
    expect(await refusalOf(change(creator, { payment_method: 'bank', bank_name: 'First' }))).toMatchObject({
      fields: { bank_account: 'Please fill in all required payment information' },
    });
    for (const nonsense of [[], 'text', null, 7]) {
      expect((await refusalOf(change(creator, nonsense))).status).toBe(400);
    }
  });

  it('[ENT-04] bank numbers are shown masked to their creator, to nobody else at all, and are encrypted on disk', async () => {
    const person = await signUpCreator(url, 'Bea Banker');
    await confirmOwner(url, person);
    const changed = await change(person, bank);
    const masked = {
      bank_account: '•••• 6789',
      bank_routing: '•••• 0021',
      bank_name: 'First Harbour',
      venmo_name: null,
    };
    expect(changed).toMatchObject(masked);
    expect(await change(person, { ...masked, phone: '+1 555 010 7777' })).toMatchObject(masked);
    const admin = await signInAdmin(url, product.adminPassword());
    const log = await get<{ items: readonly { position: number; stream: string }[] }>(`${url}/api/admin/events?type=`, {
      token: admin,
    });
    const own = log.items.filter(({ stream }) => stream === `account-${person.id}`);
    expect(own.length).toBeGreaterThanOrEqual(2);
    for (const { position } of own) {
      const event = JSON.stringify(await get(`${url}/api/admin/events/${position}`, { token: admin }));
      for (const secret of [bank.bank_account, bank.bank_routing, bank.bank_name]) expect(event).not.toContain(secret);
    }
    expect(await refusalOf(get(`${url}/api/profile`, { token: admin }))).toMatchObject({ status: 401 });
    expect(await refusalOf(get(`${url}/api/profile`))).toMatchObject({ status: 401 });
    expect(textsIn(product.dataDir, [bank.bank_account, bank.bank_routing, bank.bank_name, '+1 555 010 7777'])).toEqual(
      [],
    );
  });

  it('[SEC-06] [PAY-18] a payout method changes only after the password was entered again, and an email announces it', async () => {
    const person = await signUpCreator(url, 'Pia Payee');
    const elsewhere = await signIn(url, person);
    const needed = { status: 403, code: 'confirmation_needed' };
    expect(await refusalOf(change(person, bank))).toMatchObject(needed);
    const guess = post(`${url}/api/account/confirm`, { password: 'not-my-password' }, person);
    expect(await refusalOf(guess)).toMatchObject({ status: 422, code: 'wrong_password' });
    expect(await refusalOf(change(person, bank))).toMatchObject(needed);
    await mailTitled(url, person.email, 'New sign-in to your Tessera account');
    expect(await mailCount(url, person.email)).toBe(1);

    await post(`${url}/api/account/confirm`, { password }, person);
    expect(await refusalOf(change(elsewhere, bank))).toMatchObject(needed);
    expect(await change(person, bank)).toMatchObject({ bank_account: '•••• 6789' });
    const notice = await mailTitled(url, person.email, 'Your Tessera payout details were changed');
    expect(notice.text).toContain('Reset it right away');
    expect(notice.text).toMatch(/payouts wait for 72 hours, until \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC\./);
    expect(notice.text).not.toContain('6789');
    // Changes that do not affect payouts need no confirmation.
    expect(await change(elsewhere, { phone: '+1 555 010 8888' })).toMatchObject({ phone: '+1 555 010 8888' });
  });

  it('[SEC-06] with a second factor it also takes a code, from the app or a recovery code, each valid once', async () => {
    const person = await signUpCreator(url, 'Pia Payee');
    const { app, codes } = await setUpSecondFactor(url, person);
    const confirm = (code?: string, given = password) =>
      post(`${url}/api/account/confirm`, { password: given, ...(code === undefined ? {} : { code }) }, person);
    const code = app.nextCode();
    expect(await refusalOf(confirm(code, 'not-my-password'))).toMatchObject({ code: 'wrong_password' });
    expect(await refusalOf(confirm())).toMatchObject({
      status: 422,
      code: 'code_needed',
      fields: { code: expect.any(String) },
    });
    expect(await refusalOf(confirm(app.codeAt(9)))).toMatchObject({ status: 422, code: 'wrong_code' });
    expect(await refusalOf(change(person, bank))).toMatchObject({ status: 403, code: 'confirmation_needed' });
    await confirm(code);
    expect(await refusalOf(confirm(code))).toMatchObject({ code: 'wrong_code' });
    expect(await change(person, bank)).toMatchObject({ bank_account: '•••• 6789' });
    await confirm(codes[0]);
    expect(await refusalOf(confirm(codes[0]))).toMatchObject({ code: 'wrong_code' });
    const notice = await mailTitled(url, person.email, 'A second factor was added to your Tessera account');
    expect(notice.text).toContain('contact support');
  });

  it('[SEC-08] a passkey works in place of a code: once, and only with the password', async () => {
    const person = await signUpCreator(url, 'Pia Payee');
    const key = securityKey({ origin: url, rpId: new URL(url).hostname });
    const factors = `${url}/auth/v1/factors`;
    const { id } = await post<{ id: string }>(factors, { factor_type: 'webauthn', friendly_name: 'Blue key' }, person);
    type Challenge = { id: string; webauthn: { credential_options: { publicKey: { challenge: string } } } };
    const ask = async () => {
      const { id: challenge_id, webauthn } = await post<Challenge>(`${factors}/${id}/challenge`, {}, person);
      return { challenge_id, publicKey: webauthn.credential_options.publicKey };
    };
    const { challenge_id, publicKey } = await ask();
    await post(
      `${factors}/${id}/verify`,
      { challenge_id, webauthn: { credential_response: key.create(publicKey) } },
      person,
    );
    const added = await mailTitled(url, person.email, 'A passkey was added to your Tessera account');
    expect(added.text).toContain('“Blue key”');

    const confirm = (passkey: unknown, given = password) =>
      post(`${url}/api/account/confirm`, { password: given, passkey }, person);
    const show = async (manner = {}) => {
      const asked = await ask();
      return { factor_id: id, challenge_id: asked.challenge_id, credential_response: key.get(asked.publicKey, manner) };
    };
    const refused = { status: 422, code: 'wrong_passkey' };
    expect(await refusalOf(confirm(undefined))).toMatchObject({ code: 'code_needed' });
    expect(await refusalOf(confirm({ factor_id: {}, challenge_id: 1 }))).toMatchObject({ status: 400 });
    expect(await refusalOf(confirm(await show({ origin: 'https://tessera.evil' })))).toMatchObject(refused);
    expect(await refusalOf(confirm(await show({ counter: 0 })))).toMatchObject({ code: 'passkey_counter_backward' });
    expect(await refusalOf(change(person, bank))).toMatchObject({ code: 'confirmation_needed' });
    const right = await show({ counter: 9 });
    expect(await refusalOf(confirm(right, 'not-my-password'))).toMatchObject({ code: 'wrong_password' });
    await confirm(right);
    expect(await change(person, bank)).toMatchObject({ bank_account: '•••• 6789' });
    expect(await refusalOf(confirm(right))).toMatchObject({ status: 422, code: 'passkey_challenge_over' });
  });

  describe('a logo', () => {
    const put = async (token: string, body: Uint8Array | string, contentType = 'image/png') => {
      const response = await fetch(`${url}/api/profile/logo`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      });
      return { status: response.status, answer: (await response.json()) as LogoAnswer };
    };
    const stored = async (path: string) => Buffer.from(await (await fetch(`${url}/media/${path}`)).arrayBuffer());

    it('[API-17, MEDIA-16] is redrawn within a square of 512 pixels, without metadata about its maker', async () => {
      const picture = await sharp(await drawPicture(3, 1200, 900))
        .withExif({ IFD0: { Copyright: 'Secret Photographer' } })
        .jpeg()
        .toBuffer();
      expect(picture.includes('Secret Photographer')).toBe(true);
      const { status, answer } = await put(brand.token, picture, 'image/jpeg');
      expect(status).toBe(200);
      const bytes = await stored(answer.logo_url);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 });
      expect(bytes.includes('Secret Photographer')).toBe(false);
      expect(await profileOf(brand)).toMatchObject({ logo_url: answer.logo_url });
    });

    it('[SEC-05] disappears from the profile and the store when it is removed, and from the store when it is replaced', async () => {
      const { answer: first } = await put(brand.token, await drawPicture(4, 100, 100));
      const { answer: second } = await put(brand.token, await drawPicture(6, 100, 100));
      const statusOf = async ({ logo_url }: LogoAnswer) => (await fetch(`${url}/media/${logo_url}`)).status;
      expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
      const removed = await fetch(`${url}/api/profile/logo`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${brand.token}` },
      });
      expect(await removed.json()).toMatchObject({ logo_url: null });
      expect(await profileOf(brand)).toMatchObject({ logo_url: null });
      expect(await statusOf(second)).toBe(404);
    });

    it('[MEDIA-08, MEDIA-16] must be a picture by its content, whatever its name or type says', async () => {
      const picture = await drawPicture(5, 400, 400);
      for (const [body, type] of [
        [
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
          'image/png',
        ],
        ['GIF89a and no more', 'image/gif'],
        ['', 'image/png'],
        ['{"logo_url":"https://evil.example/a.png"}', 'application/json'],
        [picture.subarray(0, picture.length / 2), 'image/png'],
      ] as const) {
        expect(await put(brand.token, body, type)).toMatchObject({
          status: 415,
          answer: { error: { message: 'Please upload an image file (JPEG, PNG, etc.)' } },
        });
      }
    });

    it('[MEDIA-09, MEDIA-16] must be smaller than 2 MB', async () => {
      expect(await put(brand.token, new Uint8Array(2 * megabyte))).toMatchObject({
        status: 413,
        answer: { error: { message: 'Logo image must be less than 2MB' } },
      });
    });

    it('is for brands only', async () => {
      expect((await put(creator.token, await drawPicture(6, 100, 100))).status).toBe(403);
    });
  });

  it('[API-25, API-51, LAND-04] everyone can read the four public fields of the brands that opted in, sorted by name', async () => {
    const names = ['zebra', 'Mango', 'apple', 'Hidden', 'Äpfel'];
    const brands = await Promise.all(names.map((name) => signUpBrand(url, name)));
    const seen = brands.filter((_brand, index) => names[index] !== 'Hidden');
    const positions = await Promise.all(seen.map((each) => change(each, { show_on_homepage: true })));
    const last = Math.max(...positions.map(({ position }) => position));
    const { items } = await get<{ items: readonly Record<string, unknown>[] }>(
      `${url}/api/brands/homepage?after=${last}`,
    );
    expect(items.map(({ brand_name }) => brand_name)).toEqual(['Äpfel', 'apple', 'Mango', 'zebra']);
    for (const item of items) expect(Object.keys(item).sort()).toEqual(['brand_name', 'brand_url', 'id', 'logo_url']);
    const hidden = await change(seen[0]!, { show_on_homepage: false });
    const after = await get<{ items: readonly unknown[] }>(`${url}/api/brands/homepage?after=${hidden.position}`);
    expect(after.items).toHaveLength(3);
  });
});
