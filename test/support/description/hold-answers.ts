import type { Answer, Description } from './described.ts';

const described = /^\/(api|auth\/v1|functions\/v1|health)\//;
/** The description itself, and the pages that show it. */
const describing = /^\/api\/(docs|openapi[.]json)/;
const descriptions = new Map<string, Promise<Description | null>>();

/** The real `fetch`: answers from a test's replacement for it are not checked. */
const ask = globalThis.fetch;

const descriptionOf = (origin: string): Promise<Description | null> => {
  const known = descriptions.get(origin);
  if (known) return known;
  const asked = (async () => {
    const response = await ask(`${origin}/api/openapi.json`);
    if (!response.ok) return null;
    const { Description } = await import('./described.ts');
    return new Description((await response.json()) as ConstructorParameters<typeof Description>[0]);
  })();
  descriptions.set(origin, asked);
  return asked;
};

/** @throws if an answer of the service doesn't match the service's description */
export const holdToDescription = async (origin: string, answer: Answer): Promise<void> => {
  if (!described.test(answer.path) || describing.test(answer.path)) return;
  const description = await descriptionOf(origin).catch(() => null);
  const fault = description?.faultOf(answer) ?? null;
  if (fault === null) return;
  const { method, path, status, text } = answer;
  throw new Error(`${method} ${path} answered ${status}, not as it is described. ${fault}\n${text.slice(0, 500)}`);
};

/** The header by which the service marks its answers; answers without it come from doubles. */
export const answerMark = 'x-request-id';

/** From here on, checks every answer that a test file fetches. */
export const holdFetched = () => {
  globalThis.fetch = async (input, init) => {
    const response = await ask(input, init);
    const type = response.headers.get('content-type');
    if (response.headers.has(answerMark) && response.url) {
      const { origin, pathname: path } = new URL(response.url);
      const method = response.redirected ? 'GET' : (init?.method ?? (input instanceof Request ? input.method : 'GET'));
      const isJson = type?.startsWith('application/json') === true && method !== 'HEAD';
      const text = isJson ? await response.clone().text() : '';
      await holdToDescription(origin, { method, path, status: response.status, type, text });
    }
    return response;
  };
};
