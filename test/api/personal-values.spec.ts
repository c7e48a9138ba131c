import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  cardForm,
  checkout,
  get,
  patch,
  password,
  post,
  publish,
  putLogo,
  signInAdmin,
  upload,
} from '../support/worlds/client.ts';
import { textsIn } from '../support/data-files.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

/** Words that occur only in what is typed here, so that every trace of one shows where it came from. */
const creator = {
  typed: {
    name: 'Isolde Quillfeather',
    email: 'isolde.quillfeather@mail.example',
    phone: '+31 6 1940 7731',
    social_handle: '@quillfeatherly',
    venmo_name: 'quillpay-venmo',
  },
  changed: {
    name: 'Isolde Marrowgate',
    phone: '+31 6 2850 8842',
    social_handle: '@marrowgately',
    payment_method: 'paypal',
    paypal_email: 'marrowgate.paid@mail.example',
  },
  changedAgain: {
    payment_method: 'bank',
    bank_name: 'Noordkaaper Spaarbank',
    bank_account: 'NL55NKSB0417164300',
    bank_routing: '911733204',
  },
  codeNote: 'For my neighbor Tjitske Bronkhuizen',
};
const brand = {
  typed: {
    name: 'Balthazar Thornwhistle',
    email: 'balthazar.thornwhistle@mail.example',
    phone: '+31 6 3760 9953',
    brand_name: 'Pomeridian Lamps',
    brand_url: 'https://pomeridian-lamps.example',
  },
  changed: {
    name: 'Balthazar Undermoss',
    phone: '+31 6 4670 1064',
    brand_name: 'Pomeridian Lights',
    brand_url: 'https://pomeridian-lights.example',
    show_on_homepage: true,
  },
  cardholder: 'Seraphina Cloudesley',
};
const seller = { name: 'Ambrose Wickersheim', email: 'ambrose.wickersheim@mail.example' };
const secondAdmin = 'operator.dunmorrow@mail.example';

/** What may be stored unencrypted, and why. */
const open = [
  [brand.typed.brand_name, 'a trade name: its listings, its orders and its contracts bear it'],
  [brand.changed.brand_name, 'a trade name'],
  [brand.typed.brand_url, 'the public address of a company'],
  [brand.changed.brand_url, 'the public address of a company'],
  [seller.name, 'the party of a contract that the other party keeps'],
] as const;

/** Anyone who sees a picture may know who made it: its preview credits the creator [GAL-19]. */
const credits = [creator.typed.name, creator.changed.name].flatMap((name) => [name, ...name.split(' ')]);
const isCredit = (found: string) =>
  found.startsWith('media/previews/') && credits.some((name) => found.endsWith(`: ${name}`));

/** The value as typed, and as a search index or a list of addresses would store it. */
const spellingsOf = (value: string) => [...new Set([value, value.toLowerCase(), ...value.split(' ')])];
const kinds = ['bank', 'paypal', 'creator'];
const secret = [
  ...[...Object.values(creator.typed), ...Object.values(creator.changed), ...Object.values(creator.changedAgain)],
  ...[creator.codeNote, brand.cardholder, seller.email, secondAdmin],
  ...[brand.typed.name, brand.typed.email, brand.typed.phone, brand.changed.name, brand.changed.phone],
].filter((value) => !kinds.includes(value));
/** Whether the text is distinctive: shorter ones also occur by chance or are common words. */
const isTelling = (text: string) => text.length > 6;

describe('personal details of a creator and a brand, after they signed up, changed them, sold and bought', () => {
  let service: Server;
  let product: Product;

  const signUp = async (userType: string, profile: Readonly<Record<string, string>>) => {
    const { email = '' } = profile;
    const body = { email, password, data: { userType, profile } };
    const session = await post<{ access_token: string }>(`${product.url}/auth/v1/signup`, body);
    return { email, token: session.access_token };
  };
  const offered = async (token: string, pixels: number) => {
    const uploadId = await upload(product.url, token, new Uint8Array(await drawPicture(pixels, 320, 240)));
    return publish(product.url, token, uploadId, { title: 'Lamplight', brandName: brand.typed.brand_name });
  };
  const createAdmin = async () => {
    const token = await signInAdmin(product.url, product.adminPassword());
    const call = (body: unknown) => post(`${product.url}/functions/v1/automation-integration`, body, { token });
    await call({ action: 'store-credentials', teamId: 'team-1' });
    await call({ action: 'create-admin-user', email: secondAdmin, password: 'a-long-password-1' });
  };

  beforeAll(async () => {
    service = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    product = await startProduct({
      env: { LOG_LEVEL: 'trace', AUTOMATION_URL: `http://127.0.0.1:${port}/v1`, AUTOMATION_TOKEN: 'a-token' },
    });
    const profile = `${product.url}/api/profile`;

    const isolde = await signUp('creator', { ...creator.typed, payment_method: 'venmo' });
    await offered(isolde.token, 1);
    await post(`${product.url}/api/referral-codes`, { description: creator.codeNote }, isolde);
    await post(`${product.url}/auth/v1/recover`, { email: isolde.email });
    await post(`${product.url}/api/account/confirm`, { password }, isolde);
    await patch(profile, creator.changed, isolde);
    await patch(profile, creator.changedAgain, isolde);

    const balthazar = await signUp('brand', brand.typed);
    await putLogo(product.url, balthazar.token, new Uint8Array(await drawPicture(2, 64, 64)));
    await patch(profile, brand.changed, balthazar);

    const ambrose = await signUp('creator', { ...creator.typed, ...seller, payment_method: 'venmo' });
    const sold = await offered(ambrose.token, 3);
    const { order_id } = await checkout(product.url, balthazar.token, [{ id: sold.id }]);
    const form = { ...cardForm(), cardholderName: brand.cardholder };
    const { position } = await post<{ position: number }>(
      `${product.url}/api/orders/${order_id}/payment`,
      form,
      balthazar,
    );
    await createAdmin();
    for (const path of ['licenses', 'account/export', 'brands/homepage']) {
      await get(`${product.url}/api/${path}?after=${position}`, balthazar);
    }
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
    service.close();
  });

  it('[FIX-18] are unencrypted in no file (events, views, vault, media, database logs) and not in the service’s output', async () => {
    const texts = secret.flatMap(spellingsOf).filter(isTelling);
    expect(texts.length).toBeGreaterThan(secret.length);
    const inFiles = () => textsIn(product.dataDir, texts).filter((found) => !isCredit(found));
    expect(inFiles()).toEqual([]);
    for (const text of texts) expect(product.output()).not.toContain(text);
    await product.stop();
    expect(inFiles()).toEqual([]);
  });

  it.each(open)('[FIX-18] except “%s”: %s', (text) => {
    expect(textsIn(product.dataDir, [text])).toContainEqual(expect.stringMatching(/^events\.db/));
  });
});
