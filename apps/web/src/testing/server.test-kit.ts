import { settled } from './user.test-kit.ts';

/** A request that the page has sent. */
export interface Asked {
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  /** JSON is parsed; a file is passed on as it is. Null if there is none. */
  readonly body: unknown;
  readonly headers: Headers;
}

type Answer = (asked: Asked) => unknown;
type Answered = Answer | object | string | number | boolean | null;

/** What a refusal says. */
interface Refusal {
  readonly code?: string;
  readonly title?: string;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

interface Route {
  always: Answer | null;
  /** Each of these answers one request, before `always` does. */
  readonly once: Answer[];
}

const routes = new Map<string, Route>();
let requests: Asked[] = [];

const answerWith =
  (value?: Answered): Answer =>
  (asked) =>
    typeof value === 'function' ? (value as Answer)(asked) : value;

const refusal = (status: number, error: Refusal) => () =>
  Response.json({ error: { code: 'unexpected', title: 'Not possible', ...error } }, { status });

const noConnection = () => {
  throw new TypeError('Failed to fetch');
};

const routeOf = (call: string): Route => {
  const known = routes.get(call) ?? { always: null, once: [] };
  routes.set(call, known);
  return known;
};

const answerFor = ({ method, path }: Asked): Answer | undefined => {
  const [pathname] = path.split('?');
  const isFor = (call: string) => call.endsWith('*') && `${method} ${pathname}`.startsWith(call.slice(0, -1));
  const longest = [...routes.keys()].filter(isFor).toSorted((a, b) => b.length - a.length);
  for (const call of [`${method} ${path}`, `${method} ${pathname}`, ...longest]) {
    const route = routes.get(call);
    const answer = route?.once.shift() ?? route?.always;
    if (answer) return answer;
  }
  return undefined;
};

const bodyOf = (body: unknown): unknown => {
  if (typeof body !== 'string') return body ?? null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

const fakeFetch: typeof fetch = async (input, init = {}) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const asked: Asked = {
    method: init.method ?? 'GET',
    path: `${pathname}${search}`,
    body: bodyOf(init.body),
    headers: new Headers(init.headers),
  };
  requests.push(asked);
  const answer = answerFor(asked);
  const nobody = refusal(404, { code: 'not_found', message: `Nobody answers ${asked.method} ${asked.path}` });
  const value = await (answer ?? nobody)(asked);
  if (value instanceof Response) return value;
  return value === undefined ? new Response(null, { status: 204 }) : Response.json(value);
};

/**
 * Stands in for the product's server at the browser's `fetch`. A call is a method and a path, such as `GET /api/profile`:
 * with its query string, without it, or only its beginning before a `*`. The most exact one answers; what nobody
 * answers is not found. Each test begins with none.
 */
export const server = {
  fetch: fakeFetch,

  reset: () => {
    routes.clear();
    requests = [];
  },

  /** Answers with a value as JSON, a `Response`, or what a function of the request returns; `undefined` is status 204. */
  answer: (call: string, value?: Answered) => {
    routeOf(call).always = answerWith(value);
  },

  /** Answers one request this way, and further ones as before. */
  answerOnce: (call: string, value?: Answered) => {
    routeOf(call).once.push(answerWith(value));
  },

  refuse: (call: string, status: number, error: Refusal = {}) => {
    routeOf(call).always = refusal(status, error);
  },

  refuseOnce: (call: string, status: number, error: Refusal = {}) => {
    routeOf(call).once.push(refusal(status, error));
  },

  /** No answer arrives: the connection is lost. */
  lose: (call: string) => {
    routeOf(call).always = noConnection;
  },

  loseOnce: (call: string) => {
    routeOf(call).once.push(noConnection);
  },

  /** Keeps the next request waiting until the test answers, refuses or loses it. */
  hold: (call: string) => {
    let resolve: (answer: Answer) => void = () => undefined;
    const promise = new Promise<Answer>((ready) => (resolve = ready));
    routeOf(call).once.push(async (asked) => (await promise)(asked));
    const decide = async (answer: Answer) => {
      resolve(answer);
      await settled();
    };
    return {
      answer: (value?: Answered) => decide(answerWith(value)),
      refuse: (status: number, error: Refusal = {}) => decide(refusal(status, error)),
      lose: () => decide(noConnection),
    };
  },

  /** What was asked of this call so far, first to last; of a beginning before a `*`, or of all calls, likewise. */
  asked: (call = '*'): readonly Asked[] =>
    requests.filter(({ method, path }) => {
      const full = `${method} ${path}`;
      if (call.endsWith('*')) return full.startsWith(call.slice(0, -1));
      return full === call || full.split('?')[0] === call;
    }),

  /** The bodies that were sent with this call so far. */
  bodies: (call: string): readonly unknown[] => server.asked(call).map(({ body }) => body),
};

/** A request that waits for the test. */
export type Held = ReturnType<typeof server.hold>;

/** The answer at the address to which a request was redirected. */
export const redirectedTo = (url: string): Response => Object.defineProperty(new Response(), 'url', { value: url });
