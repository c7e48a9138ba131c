import fc from 'fast-check';
import { callOf, nameOf, rules, templateOf } from '../support/worlds/access-rules.ts';
import type { Rule } from '../support/worlds/access-rules.ts';
import { openWorld } from '../support/worlds/access-world.ts';
import type { Ids, World } from '../support/worlds/access-world.ts';
import { faultOf, malformed, oddPart, oddQuery } from '../support/malformed.ts';
import { howMany } from '../support/sample.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const atOnce = 20;
/** It takes seconds on an idle machine. */
const loadedMachineMs = 300_000;
const bodiesPerRoute = howMany({ usual: 30, full: 1_000 });
const addressesPerRoute = howMany({ usual: 10, full: 200 });
const bodyMaxBytes = 256 * 1_024;
let whole: WholeApp;
let world: World;
let tokens: Map<Rule, string | undefined>;

beforeAll(async () => {
  whole = await startWholeApp();
  world = await openWorld(whole);
  tokens = new Map();
  for (const rule of rules) {
    const [person = 'visitor'] = rule.may;
    tokens.set(rule, rule.spends ? await world.another(person) : world.tokens[person]);
  }
}, 60_000);
afterAll(async () => {
  world.close();
  await whole.close();
});

afterEach(() => {
  expect(whole.logged.splice(0)).toEqual([]);
});

/** Sends many requests in small concurrent batches; fast-check shrinks a failure. */
const holdsFor = <Sent>(arbitrary: fc.Arbitrary<Sent>, count: number, fault: (sent: Sent) => Promise<string | null>) =>
  fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: atOnce, maxLength: atOnce }), async (crowd) => {
      const faults = await Promise.all(crowd.map(fault));
      expect(faults.filter((each) => each !== null)).toEqual([]);
    }),
    { numRuns: Math.ceil(count / atOnce) },
  );

const bodyRules = rules.filter(({ body }) => body).map((rule) => [nameOf(rule), rule] as const);

describe.each(bodyRules)('%s', (_name, rule) => {
  it(
    `[ERR-10] ${bodiesPerRoute} malformed bodies are refused in words for the caller, and none causes a server error`,
    async () => {
      const { method, path, body, headers } = await templateOf(rule, world);
      const token = tokens.get(rule);
      await holdsFor(malformed(body), bodiesPerRoute, async (sent) => {
        const answer = await world.send(method, path, {
          ...(token ? { token } : {}),
          headers: { ...headers, 'content-type': 'application/json', ...sent.headers },
          body: sent.body,
        });
        return faultOf(answer, whole.dataDir);
      });
    },
    loadedMachineMs,
  );

  it('[ERR-10] a field that is null or of another type causes no server error', async () => {
    const { method, path, body, headers } = await templateOf(rule, world);
    const token = tokens.get(rule);
    for (const field of Object.keys(body)) {
      for (const value of [null, true, 7, 'a', [], {}]) {
        const answer = await world.send(method, path, {
          ...(token ? { token } : {}),
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, [field]: value }),
        });
        expect([field, value, faultOf(answer, whole.dataDir)]).toEqual([field, value, null]);
      }
    }
  });

  it('a body that is too large, or is not JSON, is refused as such', async () => {
    const { method, path, body, headers } = await templateOf(rule, world);
    const token = tokens.get(rule);
    const call = (text: string, type: string) =>
      world.send(method, path, {
        ...(token ? { token } : {}),
        headers: { ...headers, 'content-type': type },
        body: text,
      });
    const large = await call(JSON.stringify({ ...body, more: 'a'.repeat(bodyMaxBytes) }), 'application/json');
    expect([large.status, faultOf(large, whole.dataDir)]).toEqual([413, null]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
      const other = await call(JSON.stringify(body), type);
      expect([type, [400, 415].includes(other.status), other.status, faultOf(other, whole.dataDir)]).toEqual([
        type,
        true,
        other.status,
        null,
      ]);
    }
  });
});

const readRules = rules.filter(({ route }) => route.startsWith('GET ')).map((rule) => [nameOf(rule), rule] as const);

it.each(readRules)('[ERR-10] %s: a malformed address causes no server error', async (_name, rule) => {
  const token = tokens.get(rule);
  const names = Object.keys(world.ids);
  await holdsFor(fc.tuple(oddPart, oddQuery), addressesPerRoute, async ([part, query]) => {
    const ids = Object.fromEntries(names.map((name) => [name, part])) as unknown as Ids;
    const { path } = await callOf(rule, world, ids);
    const answer = await world.send('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, token ? { token } : {});
    return faultOf(answer, whole.dataDir);
  });
});

it(
  '[ERR-10] malformed headers cause no server error',
  async () => {
    const value = fc.oneof(
      fc.constantFrom(
        '',
        '-1',
        'NaN',
        '1e400',
        '9'.repeat(30),
        'bytes=a-b',
        'bytes=9-1',
        '*',
        ',,,',
        'a '.repeat(2_000),
      ),
      fc.string({ maxLength: 60 }),
    );
    const name = fc.constantFrom(
      ...['authorization', 'x-request-id', 'idempotency-key', 'range', 'if-none-match', 'if-modified-since', 'accept'],
      ...[
        'upload-length',
        'upload-offset',
        'upload-metadata',
        'tus-resumable',
        'upload-defer-length',
        'upload-checksum',
      ],
      ...['x-forwarded-for', 'x-forwarded-proto', 'origin', 'referer', 'cookie', 'x-http-method-override', 'apikey'],
    );
    const { ids, tokens: held } = world;
    const calls = [
      ['POST', '/api/uploads', held.creator],
      ['HEAD', `/api/uploads/${ids.upload}`, held.creator],
      ['PATCH', `/api/uploads/${ids.upload}`, held.creator],
      ['GET', `/media-originals/${ids.original}`, undefined],
      ['GET', `/media/${ids.preview}`, undefined],
      ['GET', '/api/licenses', held.brand],
      ['GET', '/auth/v1/user', held.creator],
      ['GET', '/', undefined],
    ] as const;
    const headers = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
    await holdsFor(
      fc.tuple(fc.constantFrom(...calls), headers),
      bodiesPerRoute,
      async ([[method, path, token], odd]) => {
        const answer = await world.send(method, path, { ...(token ? { token } : {}), headers: odd });
        return faultOf(answer, whole.dataDir);
      },
    );
  },
  loadedMachineMs,
);
