import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { views } from '@tessera/domain/catalog';
import { SigningKeys } from '../../apps/api/src/kernel/keys/signing-keys.ts';
import { LiveGateway } from '../../apps/api/src/kernel/live/live.gateway.ts';
import { Description } from '../support/description/described.ts';
import { lint } from '../support/description/lint.ts';
import { signer } from '../support/worlds/accounts-app.ts';
import { callOf, describesTheApi, nameOf, rules, watchRules } from '../support/worlds/access-rules.ts';
import type { Rule } from '../support/worlds/access-rules.ts';
import { openWorld, people } from '../support/worlds/access-world.ts';
import type { World } from '../support/worlds/access-world.ts';
import type { RawAnswer } from '../support/worlds/call.ts';
import { connect, watch } from '../support/live.ts';
import { sampleOf } from '../support/sample.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const refusals = [401, 403, 404];
/** Each route is tried with this many of some twenty forgeries, and the next route with others. */
const forgeriesPerRoute = 2;

let whole: WholeApp;
let world: World;
/** Signs tokens as the server does, or with the keys that a forger could have. */
let sign: Awaited<ReturnType<typeof signer>>;
let publicKey: string;

beforeAll(async () => {
  whole = await startWholeApp();
  world = await openWorld(whole);
  sign = await signer(whole.app);
  const keys = whole.app.get(SigningKeys);
  const key = await keys.publicKey((await keys.current()).kid);
  publicKey = key!.export({ format: 'pem', type: 'spki' }).toString();
}, 60_000);
afterAll(async () => {
  world.close();
  await whole.close();
});

const send = async (rule: Rule, token: string | undefined, more: { ids?: World['ids']; extra?: object } = {}) => {
  const { method, path, body, raw, headers } = await callOf(rule, world, more.ids);
  const answer = await world.send(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(raw ? { body: raw } : {}),
    ...(body ? { body: JSON.stringify({ ...body, ...more.extra }) } : {}),
    headers,
  });
  // Without an id from the caller, the answer's is that of the events.
  return { ...answer, correlation: String(answer.headers['x-request-id']) };
};

/** Whether everyone reads the same. An original or a mailed link is only for those who have its address. */
const isPublic = ({ route, may }: Rule) =>
  route.startsWith('GET ') && may.includes('visitor') && !/^GET (\/media-originals|\/auth)\//.test(route);

/** The part of an answer that tells the caller something. */
const visiblePart = ({ status, text }: RawAnswer) => ({ status, text });

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashed = (claims: unknown, secret: string, algorithm: 'HS256' | 'HS512' = 'HS256', kid?: unknown) => {
  const content = `${json({ alg: algorithm, typ: 'JWT', kid })}.${json(claims)}`;
  const hash = algorithm === 'HS256' ? 'sha256' : 'sha512';
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
};

const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();

const without = (claims: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));

/** Tokens that someone could forge from one they have, and some that would take a leaked secret. */
const forgedFrom = (token: string): Readonly<Record<string, string>> => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const { jwtSecret } = whole.config;
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const others = world.accounts.otherCreator.id;
  const promoted = { ...claims, role: 'admin', user_metadata: { userType: 'admin' }, aud: 'admin' };
  return {
    'no token at all': 'nothing',
    'without a signature': `${json({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'without an algorithm, with the old signature': `${json({ alg: 'none' })}.${payload}.${signature}`,
    'hashed with another secret': hashed(claims, 'another-secret-of-thirty-two-characters'),
    'hashed by another algorithm': hashed(claims, jwtSecret, 'HS512'),
    'hashed with the public key, as of before': hashed(claims, publicKey),
    'hashed with the public key, by its name': hashed(claims, publicKey, 'HS256', kid),
    'hashed with the secret of before, by the name of a key': hashed(claims, jwtSecret, 'HS256', kid),
    'signed by an unknown key': sign(claims, { keyid: randomUUID() }),
    'signed by another installation': sign(claims, { privateKey: foreignKey, keyid: randomUUID() }),
    'signed by another installation, under our key’s name': sign(claims, { privateKey: foreignKey }),
    'signed by a key without a name': `${json({ alg: 'ES256', typ: 'JWT' })}.${payload}.${signature}`,
    'of another person': `${header}.${json({ ...claims, sub: others })}.${signature}`,
    'with another role': `${header}.${json(promoted)}.${signature}`,
    'of the other kind': sign({ ...claims, aud: claims['aud'] === 'admin' ? 'authenticated' : 'admin' }),
    expired: sign({ ...claims, iat: 1_000, exp: 2_000 }),
    'of no session': sign({ ...claims, session_id: randomUUID() }),
    'of no issuer and no audience': sign(without(claims, 'iss', 'aud')),
  };
};

it('[AUTH-86] every route has a rule that says who may call it, and every rule has a route', () => {
  const classified = new Set(rules.map(({ route }) => route));
  expect(whole.routes.filter((route) => !classified.has(route) && !describesTheApi(route))).toEqual([]);
  expect([...classified].filter((route) => !whole.routes.includes(route))).toEqual([]);
});

describe.each(rules.map((rule) => [nameOf(rule), rule] as const))('%s', (_name, rule) => {
  const refused = people.filter((person) => !rule.may.includes(person));

  it('[AUTH-86] refuses everyone else, reveals nothing to them, and does nothing for them', async () => {
    for (const person of refused) {
      const answer = await send(rule, world.tokens[person]);
      const fits = [...refusals, rule.refusedWith].includes(answer.status);
      expect([person, fits, answer.status]).toEqual([person, true, answer.status]);
      expect([person, world.foreignIn(person, answer)]).toEqual([person, []]);
      expect([person, await whole.eventsOf(answer.correlation)]).toEqual([person, []]);
      // What belongs to someone else looks the same as what doesn't exist.
      const answerForMissing = await send(rule, world.tokens[person], { ids: world.noIds });
      expect([person, visiblePart(answerForMissing)]).toEqual([person, visiblePart(answer)]);
    }
  });

  const [holder] = rule.may.filter((person) => person !== 'visitor');
  if (!rule.may.includes('visitor') && holder) {
    it('[AUTH-78] [SEC-19] rejects every token that the server did not issue or issued for another purpose', async () => {
      const forged = Object.entries(forgedFrom(world.tokens[holder] ?? ''));
      for (const [forgery, token] of sampleOf(`tokens for ${nameOf(rule)}`, forged, forgeriesPerRoute)) {
        const answer = await send(rule, token);
        expect([forgery, refusals.includes(answer.status), answer.status]).toEqual([forgery, true, answer.status]);
        expect([forgery, world.foreignIn('visitor', answer)]).toEqual([forgery, []]);
        expect([forgery, await whole.eventsOf(answer.correlation)]).toEqual([forgery, []]);
      }
    });
  }

  if (rule.body) {
    it('refuses an unknown field', async () => {
      for (const extra of [{ surprise: true }, { role: 'admin' }, { user_id: world.ids.creator }]) {
        const answer = await send(rule, world.tokens[rule.may[0] ?? 'visitor'], { extra });
        expect([extra, answer.status, answer.text]).toEqual([extra, 400, answer.text]);
        expect(await whole.eventsOf(answer.correlation)).toEqual([]);
      }
    });
  }

  if (rule.may.length > 0) {
    it('[SEC-14] answers those who may call it with their own data only, and lets no cache keep the answer', async () => {
      for (const person of rule.may) {
        const answer = await send(rule, rule.spends ? await world.another(person) : world.tokens[person]);
        const fits = rule.answers ? answer.status === rule.answers : answer.status >= 200 && answer.status < 400;
        expect([person, fits, answer.status, fits ? '' : answer.text]).toEqual([person, true, answer.status, '']);
        if (!isPublic(rule)) expect(answer.headers['cache-control']).toMatch(/(^|, )no-store$/);
        const repeated = rule.repeats?.(world.ids) ?? [];
        const text = repeated.reduce((rest, words) => rest.replaceAll(words, ''), answer.text);
        expect([person, world.foreignIn(person, { ...answer, text })]).toEqual([person, []]);
      }
    });
  }
});

it('everyone may read the description of the API, and it names nobody', async () => {
  for (const route of whole.routes.filter(describesTheApi)) {
    const answer = await world.send('GET', route.slice('GET '.length));
    expect([route, [200, 404].includes(answer.status)]).toEqual([route, true]);
    expect([route, world.foreignIn('visitor', answer)]).toEqual([route, []]);
  }
});

it('a route that is not for visitors is described as one that needs a token', async () => {
  const { paths } = JSON.parse((await world.send('GET', '/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { security?: readonly unknown[] }>>;
  };
  const openInDescription = rules
    .filter(({ may, answers }) => may.length > 0 && !may.includes('visitor') && answers === undefined)
    .filter(({ route }) => {
      const [method = '', path = ''] = route.split(' ');
      const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      return described && !described.security;
    });
  expect(openInDescription.map(({ route }) => route)).toEqual([]);
});

it('the query parameters of each list are described, and validated as described', async () => {
  type Parameters = readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  const { paths } = JSON.parse((await world.send('GET', '/api/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: Parameters }>>>>;
  };
  const parameters = paths['/api/marketplace']?.['get']?.parameters ?? [];
  const page = ['limit', 'cursor', 'sort', 'after'];
  const filters = ['type', 'orientation', 'size', 'color', 'people'];
  const expected = [...page, ...filters, 'search', 'exact', 'tag', 'creator', 'license', 'min_price', 'max_price'];
  expect(new Set(parameters.map(({ name }) => name))).toEqual(new Set(expected));
  expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({ minimum: 1, maximum: 500 });
  for (const odd of ['limit=0', 'limit=501', 'limit=x', 'limit=1&limit=2', 'cursor=a&cursor=b', 'sort=best']) {
    expect([odd, (await world.send('GET', `/api/marketplace?${odd}`)).status]).toEqual([odd, 400]);
  }
  for (const odd of ['from=soon', 'to=2026-13-01', 'cursor=first', 'type=a&type=b']) {
    const { status, text } = await world.send('GET', `/api/admin/events?${odd}`, { token: world.tokens.admin });
    expect([odd, status, text]).toEqual([odd, 400, expect.stringContaining(odd.split('=')[0]!)]);
  }
  expect((await world.send('GET', '/api/marketplace?limit=1&sort=&nonsense=1')).status).toBe(200);
});

it('Spectral finds no problem in the description of the API', async () => {
  expect(await lint(JSON.parse((await world.send('GET', '/api/openapi.json')).text))).toEqual([]);
});

it('the check of answers notices a status, a code and a missing body that the description doesn’t have', async () => {
  const { text } = await world.send('GET', '/api/openapi.json');
  const description = new Description(JSON.parse(text) as ConstructorParameters<typeof Description>[0]);
  const type = 'application/json';
  const refusal = (code: string) => JSON.stringify({ error: { code, title: 'No', message: 'No.' } });
  const faults: readonly (readonly [
    method: string,
    path: string,
    status: number,
    body: string,
    fault: string | null,
  ])[] = [
    ['POST', '/api/cart/check', 400, refusal('cart_too_large'), null],
    ['POST', '/api/cart/check', 418, '', 'The status 418 is not described.'],
    ['POST', '/api/cart/check', 402, refusal('payout_file_empty'), 'The status 402 is not described.'],
    [
      'POST',
      '/api/cart/check',
      400,
      refusal('not_found'),
      'body/error/code must be equal to one of the allowed values',
    ],
    ['GET', '/api/cart/held', 200, '', 'It has no body.'],
    ['GET', '/api/nothing', 404, refusal('not_found'), null],
    ['GET', '/api/nothing', 418, refusal('not_found'), 'The code not_found has the status 404.'],
    ['POST', '/auth/v1/recover', 400, JSON.stringify({ code: 400, error_code: 'bad_json', msg: 'No.' }), null],
    [
      'POST',
      '/auth/v1/recover',
      400,
      JSON.stringify({ code: 400, error_code: 'otp_expired', msg: 'No.' }),
      'body/error_code must be equal to one of the allowed values',
    ],
  ];
  for (const [method, path, status, body, fault] of faults) {
    expect([path, status, description.faultOf({ method, path, status, type, text: body })]).toEqual([
      path,
      status,
      fault,
    ]);
  }
  expect(description.faultOfMessage('LiveUpdate', { view: 'items', key: 'all', position: 1, value: null })).toBeNull();
  expect(description.faultOfMessage('LiveUpdate', { view: 'items', position: 1, value: null })).not.toBeNull();
});

it('[AUTH-86] nobody can watch another’s documents live: checked for every view, every key and every role', async () => {
  const allowed = watchRules(world.ids);
  const { sources } = whole.app.get<unknown>(LiveGateway) as { sources: ReadonlyMap<string, unknown> };
  const known = new Set(allowed.map(([view]) => view));
  expect([...sources.keys()].filter((view) => !known.has(view))).toEqual([]);
  const names = new Set([...sources.keys(), ...views.map(({ name }) => name)]);
  const keys = new Set([
    ...Object.values({ ...world.ids, original: '', archive: '' }),
    ...allowed.map(([, key]) => key ?? 'all'),
    'platform',
    '',
    '__proto__',
  ]);
  for (const person of people) {
    for (const name of names) {
      // A socket may watch only a limited number of views.
      const socket = await connect(world.url, world.tokens[person]);
      for (const key of keys) {
        const may = allowed.some(([view, room, who]) => view === name && (room ?? key) === key && who.includes(person));
        const answer = await watch(socket, name, key);
        expect([person, name, key, !('error' in answer)]).toEqual([person, name, key, may]);
        expect([name, world.foreignIn(person, { text: JSON.stringify(answer), headers: {} })]).toEqual([name, []]);
      }
      socket.close();
    }
  }
});

describe('nobody can give themselves a higher role', () => {
  const call = (method: string, path: string, body: object, token?: string) =>
    world.send(method, path, { body: JSON.stringify(body), ...(token ? { token } : {}) });
  const roleOf = async (token: string) =>
    (JSON.parse((await world.send('GET', '/auth/v1/user', { token })).text) as { user_metadata: { userType: string } })
      .user_metadata.userType;

  it('[AUTH-78] by what they claim when they sign up', async () => {
    const email = `${randomUUID()}@example.com`;
    const profile = {
      name: 'Nora New',
      email,
      phone: '+1 555 010 2030',
      brand_name: 'N',
      brand_url: 'https://n.example',
    };
    const [rule] = rules.filter(({ route }) => route === 'POST /auth/v1/signup');
    const { body } = await callOf(rule!, world);
    const { data } = body as { data: { profile: object } };
    for (const change of [
      { userType: 'admin', profile },
      { ...data, role: 'admin' },
      { ...data, app_metadata: { role: 'admin' } },
      { ...data, profile: { ...data.profile, id: world.ids.creator } },
      { ...data, profile: { ...data.profile, user_id: world.ids.creator } },
      { ...data, profile: { ...data.profile, role: 'admin' } },
    ]) {
      const answer = await call('POST', '/auth/v1/signup', { ...body, data: change });
      expect([change, answer.status]).toEqual([change, 400]);
    }
  });

  it('[AUTH-78] by changing what the server stores about them', async () => {
    const { creator } = world.accounts;
    for (const body of [
      { data: { userType: 'brand' } },
      { password: 'another-horse-8', data: { userType: 'admin' } },
      { role: 'admin' },
      { app_metadata: { role: 'admin' } },
    ]) {
      const answer = await call('PUT', '/auth/v1/user', body, creator.token);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await roleOf(creator.token)).toBe('creator');
  });

  it('[AUTH-78] by an address that names another role', async () => {
    const { creator, brand } = world.accounts;
    expect(creator.email).toMatch(/^brand\..*@brand\.example$/);
    expect((await world.send('GET', '/api/dashboards/brand', { token: creator.token })).status).toBe(403);
    expect((await world.send('GET', '/api/dashboards/creator', { token: brand.token })).status).toBe(403);
  });
});
