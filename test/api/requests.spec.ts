// Names of NestJS and TypeScript. cspell:ignore metatype paramtypes
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { callOf, nameOf, rules, templateOf } from '../support/worlds/access-rules.ts';
import type { Rule } from '../support/worlds/access-rules.ts';
import { openWorld } from '../support/worlds/access-world.ts';
import type { World } from '../support/worlds/access-world.ts';
import { sampleOf } from '../support/sample.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

/** Of NestJS: a route's parameters, by kind and place, each with what reads it. */
const routeArguments = '__routeArguments__';
const [bodyKind, queryKind] = ['3:', '4:'];

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const oddValuesPerPlace = 5;
const loadedMachineMs = 120_000;

let whole: WholeApp;
let world: World;
let operations: ReadonlyMap<string, Operation>;
let classes: Readonly<Record<string, Schema>>;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

beforeAll(async () => {
  whole = await startWholeApp();
  world = await openWorld(whole);
  const document = JSON.parse((await world.send('GET', '/api/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  ajv.addSchema(document, 'api');
  classes = document.components.schemas;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${path}`, described] as const),
  );
  operations = new Map(all);
}, 60_000);
afterAll(async () => {
  world.close();
  await whole.close();
});

/** The name of a rule's route in the description. */
const describedName = ({ route }: Rule) => route.replaceAll(/[:*](\w+)/g, '{$1}');

/** What nothing bounds but the size of a request, or another place of the description; with the reason. */
const unbounded: Readonly<Record<string, string>> = {
  gotrue_meta_security: 'is ignored',
  issuer: 'is ignored',
  channel: 'is ignored',
  phone: 'is never accepted',
  'email of CreatorSignUpProfile': 'is ignored',
  'email of BrandSignUpProfile': 'is ignored',
  properties: 'is ignored',
  credential_response: 'has the browser’s own form, and is verified as a whole',
  'data of UserChange': 'is anything that its names and length allow',
  'id of GatewayMessage': 'is signed by the gateway',
};

const lacksIn = (schema: Schema, place: string, name = place): readonly string[] => {
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return lacksIn(classes[named] ?? {}, place, named);
  if (schema.anyOf) return schema.anyOf.flatMap((one) => lacksIn(one, place, name));
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const says = (...keywords: readonly string[]) => keywords.some((keyword) => schema[keyword] !== undefined);
  const within = (inner: Schema, field: string) =>
    (unbounded[field] ?? unbounded[`${field} of ${name}`]) ? [] : lacksIn(inner, `${place}.${field}`, name);
  switch (types[0]) {
    case 'string':
      return says('maxLength', 'pattern', 'format', 'enum', 'const') ? [] : [`${place}: no bound`];
    case 'integer':
    case 'number':
      return says('enum', 'const') || (says('minimum') && says('maximum')) ? [] : [`${place}: no minimum or maximum`];
    case 'boolean':
      return [];
    case 'array':
      return [
        ...(says('maxItems') ? [] : [`${place}: no maxItems`]),
        ...lacksIn(schema.items ?? {}, `${place}[]`, name),
      ];
    case 'object':
      if (!schema.properties) return [`${place}: no fields`];
      return Object.entries(schema.properties).flatMap(([field, inner]) => within(inner, field));
    default:
      return [`${place}: no type`];
  }
};

describe('every input is described with its type and its bounds:', () => {
  it('each field of each body', () => {
    const lacks = [...operations].flatMap(([name, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => lacksIn(schema, name)),
    );
    expect(lacks).toEqual([]);
  });

  it('each parameter and header', () => {
    const lacks = [...operations].flatMap(([name, { parameters = [] }]) =>
      // Node.js limits the length of an address, and no route a segment of it.
      parameters
        .filter((parameter) => parameter.in !== 'path')
        .flatMap((parameter) => lacksIn(parameter.schema, `${name} ${parameter.name}`)),
    );
    expect(lacks).toEqual([]);
  });

  it.each([
    ['POST /auth/v1/signup', ['redirect_to']],
    ['POST /auth/v1/recover', ['redirect_to']],
    ['POST /auth/v1/resend', ['redirect_to']],
    ['GET /auth/v1/verify', ['type', 'token', 'redirect_to']],
    ['POST /auth/v1/follow', ['type', 'token', 'redirect_to']],
    ['POST /auth/v1/logout', ['scope']],
    ['POST /api/webhooks/stripe', ['Stripe-Signature']],
    ['GET /api/licenses', ['after']],
    ['GET /api/orders/{id}', ['after']],
  ])('%s: %j', (name, inputs) => {
    const described = operations.get(name)?.parameters?.map((parameter) => parameter.name);
    expect(described).toEqual(expect.arrayContaining(inputs));
  });
});

interface Argument {
  readonly index: number;
  readonly pipes: readonly object[];
}
interface Read {
  readonly route: string;
  readonly kind: string;
  /** The class of the parameter, which the description names. */
  readonly described: unknown;
  readonly by: readonly object[];
}

/** How each route reads its body and its query. */
const reads = (): readonly Read[] =>
  [...whole.app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()].map(({ metatype }) => metatype as new () => object))
    .flatMap((controller) =>
      Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
        const own = (Reflect.getMetadata(routeArguments, controller, name) ?? {}) as Record<string, Argument>;
        const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ??
          []) as object[];
        const route = `${controller.name}.${name}`;
        return Object.entries(own).map(([kind, { index, pipes }]) => {
          return { route, kind, described: types[index], by: pipes };
        });
      }),
    );

describe('[HOU-05] the class that a route describes is the class that it checks:', () => {
  it('each body is read by the form that is its type', () => {
    const bodies = reads().filter(({ kind }) => kind.startsWith(bodyKind));
    expect(bodies.length).toBeGreaterThan(30);
    for (const { route, described, by } of bodies)
      expect([route, by]).toEqual([route, [expect.objectContaining({ formClass: described })]]);
  });

  it('each query is read by the class that is its type', () => {
    const queries = reads().filter(({ route, kind }) => kind.startsWith(queryKind) && !/^Sandbox/.test(route));
    expect(queries.length).toBeGreaterThan(20);
    for (const { route, described, by } of queries)
      expect([route, by]).toEqual([route, [expect.objectContaining({ queryClass: described })]]);
  });

  it('no controller checks a body by hand', async () => {
    const source = join(__dirname, '../../apps/api/src');
    for (const file of await readdir(source, { recursive: true })) {
      if (!file.endsWith('.controller.ts')) continue;
      const text = await readFile(join(source, file), 'utf8');
      expect([
        file,
        /\b(readForm|readCall|readChange|checked|validate)\(|request\.body\b|@ApiBody\((?!.*binary)/.exec(text)?.[0],
      ]).toEqual([file, file.endsWith('stripe-webhook.controller.ts') ? 'request.body' : undefined]);
    }
  });
});

const describedRules = rules
  .filter(({ may, route }) => may.length > 0 && !/^ALL |^GET \/api\/(docs|openapi)|\/dev\//.test(route))
  .map((rule) => [nameOf(rule), rule] as const);

it.each(describedRules)('%s: an accepted request fits its description', async (_name, rule) => {
  const { path, body, headers } = await callOf(rule, world);
  const { parameters = [], requestBody } = operations.get(describedName(rule)) ?? {};
  const query = [...new URL(path, world.url).searchParams.keys()];
  const { 'content-type': type = body && 'application/json', ...others } = headers;
  const sent = { query, header: Object.keys(others) };
  for (const place of ['query', 'header'] as const) {
    const described = parameters.filter((parameter) => parameter.in === place);
    const names = described.map(({ name }) => name.toLowerCase());
    expect(sent[place].filter((name) => !names.includes(name.toLowerCase()))).toEqual([]);
    const required = described.filter((parameter) => parameter.required).map(({ name }) => name.toLowerCase());
    expect(sent[place].map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(required));
  }
  const types = Object.keys(requestBody?.content ?? {}).map((each) => each.replace('/*', '/jpeg'));
  expect(types).toEqual(type === undefined ? [] : expect.arrayContaining([type]));
  if (body && rule.answers === undefined)
    expect([validOf(rule, body), ajv.errorsText(ajv.errors)]).toEqual([true, 'No errors']);
});

it('the protocol’s client may add its own fields to a call, null included', async () => {
  const rule = rules.find(({ route }) => route === 'POST /auth/v1/recover')!;
  const own = { gotrue_meta_security: { captcha_token: 'a' }, code_challenge: null, code_challenge_method: null };
  const { method, path, body } = await callOf(rule, world);
  const asked = { ...own, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  for (const sent of [own, asked].map((fields) => ({ ...body, ...fields }))) {
    expect([validOf(rule, sent), ajv.errorsText(ajv.errors)]).toEqual([true, 'No errors']);
    expect((await world.send(method, path, { body: JSON.stringify(sent) })).status).toBe(200);
  }
});

/** Whether a JSON body fits its description. */
const validOf = (rule: Rule, body: unknown): boolean => {
  const [method = '', path = ''] = describedName(rule).split(' ');
  const pointer = [path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/');
  return ajv.validate({ $ref: `api#/paths/${pointer}` }, body);
};

type Path = readonly (string | number)[];
const placesIn = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => {
        const at = [...path, Array.isArray(value) ? Number(key) : key];
        return [at, ...placesIn(inner, at)];
      })
    : [];

/** The body with another value at the place, or without it. */
const withAt = (body: unknown, path: Path, value: unknown): unknown => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const holder = path.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
  holder[path.at(-1)!] = value;
  return copy;
};
const valueAt = (body: unknown, path: Path) =>
  path.reduce((inner, key) => (inner as Record<string, unknown>)[key], body);

const lengths = [2, 3, 4, 7, 31, 41, 61, 65, 101, 121, 201, 301, 501, 1_001, 2_001, 4_001, 10_001];
const oddValues: readonly unknown[] = [
  ...[true, false, -1, 0, 0.5, 0.001, 101, 367, 1_441, 1e7, 1e9, 1e300, {}, [], '', ' ', 'ä@ö', '-1', '1e3', undefined],
  ...[21, 31, 101, 201, 501].map((length) => Array.from({ length }, (_, at) => `a${at}`)),
  ...lengths.map((length) => 'a'.repeat(length)),
  ...lengths.map((length) => '7'.repeat(length)),
];

/** Fields of which the description says what our client sends, and which have no effect. */
const ignored: Readonly<Record<string, readonly string[]>> = {
  'POST /auth/v1/signup': ['data.profile.email'],
  'POST /functions/v1/store-integration': ['title', 'price', 'properties'].map((name) => `cartItems.0.${name}`),
};

const bodyRules = rules.filter(({ body }) => body).map((rule) => [nameOf(rule), rule] as const);

it.each(bodyRules)(
  '%s: what the description forbids is refused',
  async (name, rule) => {
    const { method, path, body } = await templateOf(rule, world);
    const [person = 'visitor'] = rule.may;
    const token = rule.spends ? await world.another(person) : world.tokens[person];
    const send = async (sent: unknown) => {
      const headers = { ...rule.headers?.(), 'content-type': 'application/json' };
      const options = { headers, body: JSON.stringify(sent) };
      return world.send(method, path, { ...options, ...(token ? { token } : {}) });
    };
    const usual = validOf(rule, body) ? (await send(body)).text : null;
    const bodies = placesIn(body)
      .filter((path) => !ignored[rule.route]?.includes(path.join('.')))
      .flatMap((at) => {
        const own = valueAt(body, at);
        const spelled = typeof own === 'string' ? [own.toUpperCase(), own.toLowerCase()] : [];
        const odd = [...spelled, ...sampleOf(`${name} ${at.join('.')}`, oddValues, oddValuesPerPlace)];
        return odd.map((value) => withAt(body, at, value));
      });
    const forbidden = bodies.filter((sent) => !validOf(rule, sent));
    const answers = await Promise.all(
      forbidden.map(async (sent) => ({ sent: JSON.stringify(sent).slice(0, 300), ...(await send(sent)) })),
    );
    const taken = answers.filter(({ status, text }) => status < 400 || status >= 500 || text === usual);
    expect(taken.map(({ sent, status, text }) => [sent, status, text])).toEqual([]);
  },
  loadedMachineMs,
);
