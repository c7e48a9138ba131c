import type { Answer, Description } from './described.ts';

const described = /^\/(api|auth\/v1|functions\/v1|health)\//;
/** The description itself, and the pages that show it. */
const describing = /^\/api\/(docs|openapi[.]json)/;
const descriptions = new Map<string, Promise<Description | null>>();

/** As the network has it: what a test puts in the place of `fetch` is none of ours. */
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

/** @throws where an answer of the service is not as the service describes it */
export const holdToDescription = async (origin: string, answer: Answer): Promise<void> => {
  if (!described.test(answer.path) || describing.test(answer.path)) return;
  const description = await descriptionOf(origin).catch(() => null);
  const fault = description?.faultOf(answer) ?? null;
  if (fault === null) return;
  const { method, path, status, text } = answer;
  throw new Error(`${method} ${path} answered ${status}, not as it is described. ${fault}\n${text.slice(0, 500)}`);
};

/** By which the service marks its answers: others are of doubles. */
export const answerMark = 'x-request-id';

/** From here on, every answer that a test file fetches. */
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
