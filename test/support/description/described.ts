import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

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
  readonly text: string;
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

const pointerOf = (parts: readonly string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i');

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
    const { path, status, type, text } = answer;
    const [, template = ''] = this.#paths.find(([pattern]) => pattern.test(path)) ?? [];
    const { name, responses } = this.#routeOf(template, answer.method.toLowerCase());
    if (!responses) return status < 400 ? 'The route is not described.' : this.#faultIn(text, errorOf(path));
    const key = String(status) in responses ? String(status) : `${String(status)[0]}XX`;
    const described = responses[key];
    if (!described) return `The status ${status} is not described.`;
    // A redirect's target is in its headers; Express adds a body for old browsers, which is not described.
    const leadsOn = status >= 300 && status < 400;
    if (type === null || text === '' || leadsOn) return null;
    const [mediaType = ''] = type.split(';');
    if (!described.content) return 'Its body is not described.';
    if (!(mediaType in described.content)) return `The type ${mediaType} is not described.`;
    if (mediaType !== 'application/json') return null;
    return this.#faultIn(text, ['paths', template, name, 'responses', key, 'content', mediaType, 'schema']);
  }

  /** The route that answers a request; HEAD is answered by the GET route. */
  #routeOf(template: string, method: string) {
    const routes = this.#document.paths[template] ?? {};
    const name = method === 'head' && !('head' in routes) ? 'get' : method;
    return { name, responses: routes[name]?.responses };
  }

  #faultIn(text: string, schema: readonly string[]): string | null {
    const validate = this.#compile(`api#${pointerOf(schema)}`);
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
