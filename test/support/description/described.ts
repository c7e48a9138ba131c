import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { errorStatuses } from '@tessera/contract/refusals/statuses';
import type { ErrorAnswer } from '@tessera/contract/refusals/errors';

interface Answered {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Route {
  readonly responses: Readonly<Record<string, Answered>>;
}
interface Schema {
  readonly properties?: object;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Route>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An answer from the service, as a test received it. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Null if the answer has none. */
  readonly type: string | null;
  /** Null if it was not read. */
  readonly text: string | null;
}

/** Makes the schemas reject unknown fields: a field without a description is as wrong as a missing one. */
const closed = (document: OpenApi): object => {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => [name, schema.properties ? { ...schema, additionalProperties: false } : schema] as const,
  );
  return { ...document, components: { schemas: Object.fromEntries(schemas) } };
};

/** The error that unknown addresses answer with. */
const errorOf = (path: string) => [
  'components',
  'schemas',
  path.startsWith('/auth/v1/') ? 'AuthErrorAnswer' : 'ErrorAnswer',
];

/** Whether a type is one of those described, which may be ranges. */
const isAmong = (types: readonly string[], type: string) =>
  types.some((each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))));

const pointerOf = (parts: readonly string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A parameter named `path` takes the rest of an address. */
const patternOf = (path: string) => {
  const pattern = path
    .replaceAll('.', '[.]')
    .replaceAll('{path}', '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`, 'i');
};

/** The service's own OpenAPI description, which its answers are checked against. */
export class Description {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();
  /** Literal paths come before those with parameters. */
  readonly #paths: readonly (readonly [RegExp, string])[];

  constructor(document: OpenApi) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(closed(document), 'api');
    const paths = Object.keys(document.paths).sort((one, other) => one.split('{').length - other.split('{').length);
    this.#paths = paths.map((path) => [patternOf(path), path]);
  }

  /** How an answer differs from the description; null if it doesn't. */
  faultOf(answer: Answer): string | null {
    const { path, status, type } = answer;
    const method = answer.method.toLowerCase();
    // An answer to HEAD has no body.
    const text = method === 'head' ? null : answer.text;
    const [, template = ''] = this.#paths.find(([pattern]) => pattern.test(path)) ?? [];
    const { name, responses } = this.#routeOf(template, method);
    if (!responses) return this.#faultOfNoRoute({ path, status, text });
    const described = responses[String(status)];
    if (!described) return `The status ${status} is not described.`;
    // A redirect's target is in its headers; Express adds a body for old browsers, which is not described.
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect || (type === null && method === 'head')) return null;
    if (!described.content) return text ? 'Its body is not described.' : null;
    const [mediaType = ''] = (type ?? '').split(';');
    if (!isAmong(Object.keys(described.content), mediaType)) return `The type ${type} is not described.`;
    if (mediaType !== 'application/json' || text === null) return null;
    return this.#faultIn(text, ['paths', template, name, 'responses', String(status), 'content', mediaType, 'schema']);
  }

  /** How a live message differs from its schema; null if it doesn't. */
  faultOfMessage(schema: string, message: unknown): string | null {
    return this.#faultIn(JSON.stringify(message), ['components', 'schemas', schema]);
  }

  /** An address or method that nothing answers is refused, with a code that has this status. */
  #faultOfNoRoute({ path, status, text }: Pick<Answer, 'path' | 'status' | 'text'>): string | null {
    if (status < 400) return 'The route is not described.';
    if (text === null) return null;
    const fault = this.#faultIn(text, errorOf(path));
    if (fault !== null || path.startsWith('/auth/v1/')) return fault;
    const { error } = JSON.parse(text) as ErrorAnswer;
    const due = errorStatuses[error.code as keyof typeof errorStatuses];
    return due === status ? null : `The code ${error.code} has the status ${due}.`;
  }

  /** The route that answers a request; HEAD is answered by the GET route. */
  #routeOf(template: string, method: string) {
    const routes = this.#document.paths[template] ?? {};
    const name = method === 'head' && !('head' in routes) ? 'get' : method;
    return { name, responses: routes[name]?.responses };
  }

  #faultIn(text: string, schema: readonly string[]): string | null {
    const validate = this.#compile(`api#${pointerOf(schema)}`);
    if (text === '') return 'It has no body.';
    return validate(JSON.parse(text)) ? null : this.#ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  #compile($ref: string): ValidateFunction {
    const known = this.#compiled.get($ref);
    if (known) return known;
    const made = this.#ajv.compile({ $ref });
    this.#compiled.set($ref, made);
    return made;
  }
}
