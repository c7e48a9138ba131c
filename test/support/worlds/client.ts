/** The product's HTTP interface for tests, the benchmarks and the demo. Every call throws on a refusal. */

export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly status: number;
  readonly body: { error?: { code: string; title: string; message: string; fields?: Record<string, string> } };
  constructor(call: string, status: number, body: unknown) {
    super(`${call}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body as CallFailed['body'];
  }
}

/**
 * The error that a call was refused with.
 * @throws if it was not refused
 */
export const refusalOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallFailed) return { status: error.status, ...error.body.error };
    throw error;
  }
  throw new Error('The call was not refused');
};

interface Call {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Shorter than a test may take, so that a failure names the call that was never answered. */
const answerMaxMs = 60_000;

const send = async (method: string, url: string, body: unknown, { token, headers }: Call): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(answerMaxMs),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (!response.ok) throw new CallFailed(`${method} ${new URL(url).pathname}`, response.status, answer);
  return answer;
};

export const get = <Answer>(url: string, call: Call = {}) => send('GET', url, undefined, call) as Promise<Answer>;
export const post = <Answer>(url: string, body: unknown, call: Call = {}) =>
  send('POST', url, body, call) as Promise<Answer>;
export const patch = <Answer>(url: string, body: unknown, call: Call = {}) =>
  send('PATCH', url, body, call) as Promise<Answer>;
export const put = <Answer>(url: string, body: unknown, call: Call = {}) =>
  send('PUT', url, body, call) as Promise<Answer>;
export const del = (url: string, call: Call = {}) => send('DELETE', url, undefined, call);

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
  readonly refreshToken: string;
}

interface SessionAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

let counter = 0;
const unique = () => `${Date.now().toString(36)}${(counter += 1).toString(36)}`;
export const password = 'correct-horse-7';

/** @param said what they say about themselves; anything left out is made up */
const signUp = async (url: string, userType: string, name: string, said: object) => {
  const { email = `${userType}-${unique()}@example.com` } = said as { readonly email?: string };
  const data = { userType, profile: { name, phone: '+1 555 010 2030', ...said, email } };
  const session = await post<SessionAnswer>(`${url}/auth/v1/signup`, { email, password, data });
  const { access_token: token, refresh_token: refreshToken, user } = session;
  return { id: user.id, email, name, token, refreshToken } satisfies Account;
};

const creatorFields = { social_handle: '@carla', payment_method: 'venmo', venmo_name: 'carla-pays' };

export const signUpCreator = (url: string, name = 'Carla Creator', said: object = {}): Promise<Account> =>
  signUp(url, 'creator', name, { ...creatorFields, ...said });

export const signUpBrand = (url: string, brandName = 'Acme', said: object = {}): Promise<Account> =>
  signUp(url, 'brand', 'Bo Buyer', { brand_name: brandName, brand_url: 'https://acme.example', ...said });

/** Starts a new session for an account. */
export const signIn = async (url: string, account: Account): Promise<Account> => {
  const credentials = { email: account.email, password };
  const session = await post<SessionAnswer>(`${url}/auth/v1/token?grant_type=password`, credentials);
  return { ...account, token: session.access_token, refreshToken: session.refresh_token };
};

/** Continues a session: unlike passwords, refreshing has no limit. */
export const renew = async (url: string, account: Account): Promise<Account> => {
  const asked = { refresh_token: account.refreshToken };
  const session = await post<SessionAnswer>(`${url}/auth/v1/token?grant_type=refresh_token`, asked);
  return { ...account, token: session.access_token, refreshToken: session.refresh_token };
};

/** Confirms the account's own password again: for a while, this session may change the payout details. */
export const confirmOwner = (url: string, { token }: Pick<Account, 'token'>) =>
  post(`${url}/api/account/confirm`, { password }, { token });

export const signInAdmin = async (url: string, adminPassword: string, call: Call = {}, email = 'admin@localhost') => {
  const asked = { email, password: adminPassword };
  return (await post<{ access_token: string }>(`${url}/api/admin/session`, asked, call)).access_token;
};

const encode = (text: string) => Buffer.from(text).toString('base64');

/** Each request waits ten seconds on the server. */
const resultAsksMax = 12;

/** Waits until the media of an upload is ready. */
const prepared = async (url: string, token: string, id: string) => {
  for (let asks = 0; asks < resultAsksMax; asks += 1) {
    const { path } = await get<{ path?: string }>(`${url}/api/uploads/${id}/result`, { token });
    if (path) return;
  }
  throw new Error(`The upload ${id} was not ready after ${resultAsksMax} asks`);
};

/** Uploads a file in one piece with the tus protocol; returns the upload's id once its media is ready. */
export const upload = async (url: string, token: string, file: Uint8Array<ArrayBuffer>, name = 'photo.jpg') => {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(file.length), 'upload-metadata': `filename ${encode(name)}` },
  });
  const place = created.headers.get('location');
  if (!place) throw new CallFailed('POST /api/uploads', created.status, await created.json());
  const sent = await fetch(new URL(place, url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: file,
  });
  if (!sent.ok) throw new CallFailed('PATCH /api/uploads', sent.status, await sent.json());
  const id = place.split('/').at(-1) ?? '';
  await prepared(url, token, id);
  return id;
};

/** What a browser makes of a film where the server can't. */
export interface BroughtPreview {
  readonly poster: Uint8Array<ArrayBuffer>;
  /** An MP4. */
  readonly clip: Uint8Array<ArrayBuffer>;
}

/** Puts the preview of a film beside its upload, so that it goes on sale at once. */
export const bringPreview = async (url: string, token: string, uploadId: string, { poster, clip }: BroughtPreview) => {
  for (const [part, type, body] of [
    ['poster', 'image/jpeg', poster],
    ['clip', 'video/mp4', clip],
  ] as const) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const answer = await fetch(`${url}/api/uploads/${uploadId}/${part}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new CallFailed(`PUT /api/uploads/:id/${part}`, answer.status, await answer.json());
  }
};

const putOwnPicture = async <Answer>(address: string, token: string, picture: Uint8Array<ArrayBuffer>) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
  const answer = await fetch(address, { method: 'PUT', headers, body: picture });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new CallFailed(`PUT ${new URL(address).pathname}`, answer.status, body);
  return body as Answer;
};

/** Uploads a brand's logo: the picture itself is the body. */
export const putLogo = async (url: string, token: string, picture: Uint8Array<ArrayBuffer>): Promise<void> => {
  await putOwnPicture(`${url}/api/profile/logo`, token, picture);
};

/** Uploads a creator's portrait: the picture itself is the body. Returns its path. */
export const putPortrait = async (url: string, token: string, picture: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await putOwnPicture<{ readonly portrait_url: string }>(`${url}/api/profile/portrait`, token, picture)).portrait_url;

/** The smallest text that passes for a PDF. */
export const releasePdf = Buffer.from('%PDF-1.7\n%%EOF\n');

export const attachRelease = async (
  url: string,
  token: string,
  contentId: string,
  { kind = 'model', file = releasePdf }: { readonly kind?: string; readonly file?: Buffer } = {},
) => {
  const address = `${url}/api/content/${contentId}/releases?kind=${kind}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' };
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(file) });
  if (!answer.ok) throw new CallFailed('POST /api/content/:id/releases', answer.status, await answer.json());
  return (await answer.json()) as {
    readonly items: readonly { readonly release_id: string; readonly kind: string }[];
    readonly editorial: boolean;
    readonly position: number;
  };
};

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly position: number;
}

export interface Listing {
  readonly title: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly brandName?: string;
  readonly productUrl?: string;
  readonly notes?: string;
  /** In dollars: one-time, six months, perpetual. */
  readonly prices?: readonly [number, number, number];
  /** Whether anyone is recognizable; if left out, the listing doesn't say. */
  readonly people?: boolean;
}

/** What of a listing its creator may change later: its texts, and an offer of every license type. */
export const editOf = ({ title, description = '', tags = [], prices = [25, 250, 500] }: Listing) => {
  const [oneTimePrice, sixMonthPrice, perpetualPrice] = prices;
  const offers = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
  return { title, description, tags, ...offers, oneTimePrice, sixMonthPrice, perpetualPrice };
};

export const publish = (url: string, token: string, uploadId: string, listing: Listing) => {
  const { brandName = 'Acme', productUrl = 'https://acme.example/product', notes = '', people } = listing;
  const body = { uploadId, ...editOf(listing), brandName, productUrls: [productUrl], notes, people };
  return post<Item>(`${url}/api/content`, body, { token });
};

export interface CheckoutLine {
  readonly id: string;
  readonly title?: string;
  readonly price?: number;
  readonly licenseType?: string;
  readonly quantity?: number;
}

export interface Checkout {
  readonly checkoutUrl: string;
  readonly order_id: string;
}

export const checkout = (
  url: string,
  token: string,
  lines: readonly CheckoutLine[],
  key: string = crypto.randomUUID(),
) => {
  const cartItems = lines.map(({ id, title = 'An item', price = 250, licenseType = 'six_month', quantity = 1 }) => ({
    id,
    title,
    price,
    licenseType,
    quantity,
    properties: {},
  }));
  const call = { token, headers: { 'idempotency-key': key } };
  return post<Checkout>(`${url}/functions/v1/store-integration`, { action: 'cart-checkout', cartItems }, call);
};

export const testCards = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  slow: '4000000000000077',
  unknown: '4000000000000119',
} as const;

export const cardForm = (cardNumber: string = testCards.approved) => ({
  cardholderName: 'Bo Buyer',
  cardNumber,
  expiry: '12/40',
  cvv: '123',
  terms: true,
});

export interface Payment {
  readonly status: 'paid' | 'paying';
  readonly license_ids: readonly string[];
  readonly position: number;
}

export const pay = (url: string, token: string, orderId: string, cardNumber?: string) =>
  post<Payment>(`${url}/api/orders/${orderId}/payment`, cardForm(cardNumber), { token });

export interface LicenseAnswer {
  readonly items: readonly {
    readonly id: string;
    readonly order_id: string;
    readonly price: number;
    readonly license_type: string;
    readonly start_date: string;
    readonly end_date: string | null;
  }[];
  readonly next_cursor: string | null;
  readonly position: number;
}

export const licenses = (url: string, token: string, after?: number) =>
  get<LicenseAnswer>(`${url}/api/licenses?limit=500${after === undefined ? '' : `&after=${after}`}`, { token });

/** Follows the link in the email that asks somebody to confirm their address, as its page's button does. */
export const confirmEmail = async (url: string, { text = '' }: { readonly text?: string }): Promise<void> => {
  const [, link = ''] = /(\S+\/auth\/v1\/verify\S+)/.exec(text) ?? [];
  const address = `${url}/auth/v1/follow${new URL(link).search}`;
  const { status, headers } = await fetch(address, { method: 'POST', redirect: 'manual' });
  const fields = new URL(headers.get('location') ?? '', url).hash;
  if (!fields.includes('access_token')) throw new CallFailed('POST /auth/v1/follow', status, fields);
};
