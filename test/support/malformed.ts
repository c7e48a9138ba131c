import fc from 'fast-check';
import type { RawAnswer } from './worlds/call.ts';

export interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type Path = readonly (string | number)[];

/** Values as JSON texts, some of which no `JSON.stringify` would write. */
const oddValues = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1e400', '-1e400', '1e-400', '9007199254740993', '0.1', '[]', '{}'],
  ...[
    '[[]]',
    '[null]',
    '{"length":-1}',
    '{"length":1e9}',
    '{"toString":null}',
    '{"then":"x"}',
    '{"__proto__":{"a":1}}',
  ],
  ...['{"constructor":{"prototype":{"role":"admin"}}}', '{"$gt":""}', '{"$ne":null}', '{"toJSON":{}}', '{"0":1}'],
  ...['""', '" "', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202eabc"', '"e\\u0301\\u0301\\u0301"', '"😀"'],
  ...['"__proto__"', '"constructor"', '"null"', '"undefined"', '"NaN"', '"\'; DROP TABLE x; --"', '"../../etc/passwd"'],
  ...[
    '"javascript:alert(1)"',
    '"<script>alert(1)</script>"',
    '"%s%n%x"',
    '"%00"',
    '"{{7*7}}"',
    '"2026-99-99T99:99:99Z"',
  ],
  ...[
    '"a@b"',
    '"\\"@example.com"',
    '"http://"',
    '"https://[::1"',
    '"data:text/html,x"',
    '"\\r\\nX-Injected: 1"',
    '"1e3"',
  ],
];
const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '\u0000',
  '\ud800',
];
const mostCharacters = 200_000;
const levelsMax = 10_000;

const valueTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }).map((value) => JSON.stringify(value)) },
);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const pathsIn = (value: unknown, path: Path = []): readonly Path[] => [
  path,
  ...(isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
];

const place = '@@place@@';
/** The body as JSON text, with the value at the path replaced by another text. */
const replaced = (body: unknown, path: Path, text: string): string => {
  if (path.length === 0) return text;
  const copy = structuredClone(body) as Record<string, unknown>;
  const [last = '', ...before] = [...path].reverse();
  const holder = before.reduceRight<Record<string, unknown>>(
    (inner, key) => inner[key] as Record<string, unknown>,
    copy,
  );
  holder[last] = place;
  return JSON.stringify(copy).replace(`"${place}"`, () => text);
};

const without = (body: unknown, path: Path): string =>
  JSON.stringify(JSON.parse(replaced(body, path, `"${place}"`)), (_key, value: unknown) =>
    value === place ? undefined : value,
  ) ?? '';

/** Adds a field under a name that the language may mistake for one of its own. */
const added = (body: unknown, key: string, text: string) =>
  JSON.stringify(body).replace(/^\{/, () => `{${JSON.stringify(key)}:${text},`);

const nested = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`;

const oddTypes: readonly Readonly<Record<string, string>>[] = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense', '*/*'],
  ...['application/octet-stream', 'application/json; charset=utf-16', 'application/json; charset=nonsense'],
  ...[
    'application/json; charset=latin1',
    'application/problem+json',
    'application/json;;;',
    'multipart/form-data; boundary=x',
  ],
].map((type) => ({ 'content-type': type }));
const oddEncodings = ['gzip', 'br', 'deflate', 'zstd', 'nonsense', 'gzip, gzip'].map((name) => ({
  'content-encoding': name,
}));

/** Bodies that no client of ours would send to a route that accepts `body`: each wrong in one way. */
export const malformed = (body: object): fc.Arbitrary<Sent> => {
  const text = JSON.stringify(body);
  const paths = pathsIn(body);
  const path = fc.constantFrom(...paths);
  const inner = fc.constantFrom(...(paths.length > 1 ? paths.slice(1) : paths));
  const levels = fc.integer({ min: 1, max: levelsMax });
  const bodies: readonly fc.WeightedArbitrary<string | Buffer>[] = [
    { weight: 40, arbitrary: fc.tuple(path, valueTexts).map(([at, value]) => replaced(body, at, value)) },
    { weight: 6, arbitrary: inner.map((at) => without(body, at)) },
    {
      weight: 12,
      arbitrary: fc.tuple(fc.constantFrom(...oddKeys), valueTexts).map(([key, value]) => added(body, key, value)),
    },
    { weight: 6, arbitrary: fc.tuple(fc.string(), valueTexts).map(([key, value]) => added(body, key, value)) },
    { weight: 10, arbitrary: fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length)) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.nat({ max: text.length }), fc.string({ minLength: 1, maxLength: 4 }))
        .map(([at, more]) => text.slice(0, at) + more + text.slice(at)),
    },
    { weight: 6, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    { weight: 2, arbitrary: fc.tuple(inner, levels).map(([at, n]) => replaced(body, at, nested(n, '[', ']'))) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inner, fc.integer({ min: 1, max: levelsMax }))
        .map(([at, n]) => replaced(body, at, nested(n, '{"a":', '}'))),
    },
    { weight: 1, arbitrary: levels.map((n) => nested(n, '[', '')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(inner, fc.integer({ min: 10_000, max: mostCharacters }), fc.constantFrom('a', 'a@', '1', ' ', '-'))
        .map(([at, length, letter]) => replaced(body, at, JSON.stringify(letter.repeat(length).slice(0, length)))),
    },
  ];
  return fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...bodies).map((sent) => ({ body: sent })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(text, 'a=1', '', '--x\r\n\r\n1\r\n--x--'), fc.constantFrom(...oddTypes, ...oddEncodings))
        .map(([sent, headers]) => ({ body: sent, headers })),
    },
  );
};

const oddParts = [
  ...['%', '%00', '%ff', '%E0%A4%A', '%2e%2e%2f', '..%2f..%2fetc%2fpasswd', '%c0%ae', '__proto__', 'constructor', '-1'],
  ...["'--", '%27%20OR%201%3D1', '1e400', 'NaN', '%F0%9F%98%80', '%0d%0aX-Injected:1', '*', '[]', '%5B%5D', '.', ';'],
];
/** One segment of a URL path, encoded as it would be sent. */
export const oddPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddParts),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeURIComponent),
  fc.integer({ min: 100, max: 4_000 }).map((length) => 'a'.repeat(length)),
);

const queryNames = [
  'limit',
  'cursor',
  'search',
  'tag',
  'type',
  'stream',
  'actor',
  'correlation',
  'from',
  'to',
  'token',
];
const moreNames = [
  'grant_type',
  'scope',
  'redirect_to',
  '__proto__',
  'limit[]',
  'cursor[a]',
  'search[]',
  '%',
  '%00',
  '',
];
const oneOdd = fc
  .tuple(fc.constantFrom(...queryNames, ...moreNames), oddPart)
  .map(([name, value]) => `${name}=${value}`);
export const oddQuery: fc.Arbitrary<string> = fc
  .array(oneOdd, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('&'));

/** Words that reveal the machine, the engine, the language or the code; no request here contains any of them. */
const internals =
  /\n\s+at |node_modules|\.(ts|js|mjs|cjs):\d+|file:\/\/|SQLITE|SqliteError|\bSELECT\b|\bINSERT INTO\b|TypeError|SyntaxError|RangeError|Cannot read prop|is not a function|is not iterable|in JSON at position|Unexpected (token|end)|argon2|ENOENT/;

/**
 * What is wrong with an answer, whatever the request was; null if nothing is.
 * @param dataDir a path that no answer may mention
 */
export const faultOf = ({ status, headers, text }: RawAnswer, dataDir: string): string | null => {
  if (status < 200 || status >= 500) return `was answered ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return null;
  const found = internals.exec(text)?.[0] ?? (text.includes(dataDir) ? dataDir : undefined);
  if (found) return `reveals internals (${found}): ${text.slice(0, 300)}`;
  if (text === '') return null;
  if (!headers['content-type']?.startsWith('application/json')) return `is not JSON: ${text.slice(0, 300)}`;
  const answer = JSON.parse(text) as { error?: { code: unknown; message: unknown }; msg?: unknown };
  const words = answer.error ? [answer.error.code, answer.error.message] : [answer.msg];
  return words.every((word) => typeof word === 'string') ? null : `has no form: ${text.slice(0, 300)}`;
};
