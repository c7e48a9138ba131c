import { randomUUID } from 'node:crypto';
import { caller } from './call.ts';
import type { RawAnswer } from './call.ts';
import { attachRelease, checkout, get, licenses, password, pay, post, publish, signInAdmin, upload } from './client.ts';
import { drawPicture } from '../picture.ts';

export const people = ['visitor', 'creator', 'otherCreator', 'brand', 'otherBrand', 'admin'] as const;
export type Person = (typeof people)[number];
type Role = 'creator' | 'brand';

/** An account whose texts occur in nobody else's data. */
interface Signed {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly secrets: readonly string[];
}

let signUps = 0;

/** The email address names the other role; no server may go by it. */
const newPerson = async (url: string, role: Role): Promise<Signed> => {
  signUps += 1;
  const word = `mark${signUps}${Date.now().toString(36)}`;
  const email = `${role === 'creator' ? 'brand' : 'creator'}.${word}@${role === 'creator' ? 'brand' : 'creator'}.example`;
  const phone = `+1 555 ${String(1_000_000 + signUps * 7_919)}`;
  const profile =
    role === 'creator'
      ? {
          name: `Carla ${role}`,
          social_handle: `@handle-${word}`,
          payment_method: 'venmo',
          venmo_name: `venmo-${word}`,
        }
      : { name: `Contact ${word}`, brand_name: `Brand ${signUps}`, brand_url: 'https://acme.example' };
  const data = { userType: role, profile: { ...profile, email, phone } };
  const session = await post<{ access_token: string; refresh_token: string; user: { id: string } }>(
    `${url}/auth/v1/signup`,
    { email, password, data },
  );
  const { access_token: token, refresh_token: refreshToken, user } = session;
  return { id: user.id, email, token, refreshToken, secrets: [word, phone, refreshToken] };
};

/** A text that may be sent only to the people named. */
interface Mark {
  readonly text: string;
  readonly what: string;
  readonly seenBy: readonly Person[];
}

/** The identifiers by which a person's things are requested. */
export interface Ids {
  readonly creator: string;
  readonly brand: string;
  readonly item: string;
  readonly freshItem: string;
  /** The item's release. */
  readonly release: string;
  readonly order: string;
  readonly openOrder: string;
  readonly license: string;
  readonly upload: string;
  /** An upload of which no bytes have been sent. */
  readonly unfinished: string;
  readonly code: string;
  readonly codeId: string;
  /** Of the creator's public page. */
  readonly handle: string;
  readonly board: string;
  /** The token of the link that shows the board without its notes. */
  readonly boardToken: string;
  readonly position: string;
  readonly preview: string;
  readonly original: string;
  readonly archive: string;
  readonly mail: string;
  /** The address that the receipt of the sale goes to. */
  readonly brandEmail: string;
  /** The address that the news of the sale goes to. */
  readonly creatorEmail: string;
  readonly otherBrandEmail: string;
  readonly otherCreatorEmail: string;
}

/** A running service, in this process or another. */
export interface Place {
  readonly url: string;
  readonly adminPassword: string;
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[];
}

const parties: readonly Person[] = ['creator', 'brand', 'admin'];

/** A creator and a brand who did business with each other, another creator and brand who did not, and the admin. */
export const openWorld = async ({ url, adminPassword, secrets }: Place) => {
  const { send, close } = caller(url);
  const [creator, otherCreator, brand, otherBrand] = await Promise.all([
    newPerson(url, 'creator'),
    newPerson(url, 'creator'),
    newPerson(url, 'brand'),
    newPerson(url, 'brand'),
  ]);
  const admin = await signInAdmin(url, adminPassword);
  const draw = async (seed: number) => new Uint8Array(await drawPicture(seed, 400, 300));
  const newUpload = async (who: Signed) => upload(url, who.token, await draw(Math.floor(Math.random() * 1_000)));
  const sold = await publish(url, creator.token, await newUpload(creator), { title: 'Harbour' });
  const newOrder = async (who: Signed) => (await checkout(url, who.token, [{ id: sold.id }])).order_id;
  const order = await newOrder(brand);
  const {
    position,
    license_ids: [license = ''],
  } = await pay(url, brand.token, order);
  await licenses(url, brand.token, position);
  const pending = await newUpload(creator);
  const opened = await send('POST', '/api/uploads', {
    token: creator.token,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  });
  const unfinished = opened.headers.location?.split('/').at(-1) ?? '';
  const downloadOf = async () =>
    (await send('GET', `/api/licenses/${license}/download`, { token: brand.token })).headers;
  const original = ((await downloadOf()).location ?? '').split('/').at(-1) ?? '';
  const { location: allOf = '' } = (await send('GET', `/api/orders/${order}/originals`, { token: brand.token }))
    .headers;
  const archive = allOf.split('/').at(-1) ?? '';
  const row = await get<{ media_url: string }>(`${url}/api/content/${sold.id}`);
  const referral = await post<{ id: string; code: string }>(
    `${url}/api/referral-codes`,
    { description: 'spring-mark-words' },
    { token: creator.token },
  );
  const handle = 'mara-of-the-harbor';
  const page = { handle, bio: 'Boats before dawn', links: [], shows_licenses: true };
  await send('PUT', '/api/profile/page', { token: creator.token, body: JSON.stringify(page) });
  const board = await post<{ id: string }>(`${url}/api/boards`, { name: 'Spring' }, { token: brand.token });
  const onBoard = (method: string, path: string, body: Record<string, unknown>) =>
    send(method, `/api/boards/${board.id}/${path}`, { token: brand.token, body: JSON.stringify(body) });
  await onBoard('PUT', `items/${sold.id}`, { note: 'board-note-words' });
  const shared = await onBoard('PUT', 'link', { with_notes: false });
  const { link } = JSON.parse(shared.text) as { link: { token: string } };
  const { key } = JSON.parse(Buffer.from(original.split('.')[0] ?? '', 'base64url').toString()) as { key: string };

  const marksOf = (person: Person, { secrets }: Signed): readonly Mark[] =>
    secrets.map((text) => ({ text, what: `${person}’s own data`, seenBy: [person] }));
  const serverSecrets = ['$argon2', ...secrets, adminPassword];
  const marks: readonly Mark[] = [
    ...marksOf('creator', creator),
    ...marksOf('otherCreator', otherCreator),
    ...marksOf('brand', brand),
    ...marksOf('otherBrand', otherBrand),
    { text: order, what: 'the order', seenBy: parties },
    { text: license, what: 'the license', seenBy: parties },
    { text: pending, what: 'the upload', seenBy: ['creator'] },
    { text: unfinished, what: 'the unfinished upload', seenBy: ['creator'] },
    { text: key, what: 'the place of the original', seenBy: ['creator', 'admin'] },
    { text: original, what: 'the download address', seenBy: ['brand'] },
    { text: archive, what: 'the address of the archive', seenBy: ['brand'] },
    { text: 'spring-mark-words', what: 'the words of the referral code', seenBy: ['creator', 'admin'] },
    { text: 'board-note-words', what: 'a note on a board', seenBy: ['brand'] },
    ...serverSecrets.map((text) => ({ text, what: 'a secret of the server', seenBy: [] })),
  ];

  const releases = await attachRelease(url, creator.token, sold.id);

  const tokens: Readonly<Record<Person, string | undefined>> = {
    visitor: undefined,
    creator: creator.token,
    otherCreator: otherCreator.token,
    brand: brand.token,
    otherBrand: otherBrand.token,
    admin,
  };
  const ids: Ids = {
    creator: creator.id,
    brand: brand.id,
    item: sold.id,
    freshItem: (await publish(url, creator.token, await newUpload(creator), { title: 'Snow' })).id,
    release: releases.items[0]?.release_id ?? '',
    order,
    openOrder: await newOrder(brand),
    license,
    upload: pending,
    unfinished,
    code: referral.code,
    codeId: referral.id,
    handle,
    board: board.id,
    boardToken: link.token,
    position: String(position),
    preview: row.media_url,
    original,
    archive,
    mail: '1',
    brandEmail: brand.email,
    creatorEmail: creator.email,
    otherBrandEmail: otherBrand.email,
    otherCreatorEmail: otherCreator.email,
  };
  /** Well-formed ids of nothing. */
  const noIds: Ids = {
    ...Object.assign({}, ...Object.keys(ids).map((name) => ({ [name]: randomUUID() }))),
    position: '999999',
  } as Ids;

  return {
    url,
    send,
    close,
    ids,
    noIds,
    /** Texts in an answer to this person that belong to someone else. */
    foreignIn: (person: Person, { text, headers }: Pick<RawAnswer, 'text' | 'headers'>): readonly string[] => {
      const all = `${text} ${JSON.stringify(headers)}`;
      return marks.filter((mark) => !mark.seenBy.includes(person) && all.includes(mark.text)).map(({ what }) => what);
    },
    tokens,
    accounts: { creator, otherCreator, brand, otherBrand },
    /** A new account of the same role, for calls that end a session or an account. */
    another: async (person: Person) => {
      if (person === 'visitor') return undefined;
      if (person === 'admin') return signInAdmin(url, adminPassword);
      return (await newPerson(url, person.endsWith('reator') ? 'creator' : 'brand')).token;
    },
    picture: Buffer.from(await draw(1)),
    newUpload: () => newUpload(creator),
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
