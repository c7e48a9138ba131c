import type { Answer, Description } from './described.ts';

const described =
  /^\/(api|auth\/v1|functions\/v1|health|media|media-originals|sitemaps)\/|^\/(metrics|robots[.]txt|sitemap[.]xml)$/;
/** The description itself, and the pages that show it. */
const describing = /^\/api\/(docs|openapi[.]json)/;
/** What a projector says, which describes nothing, as it answers only its operator. */
const foldsOnly = 'This node only folds views.';
const descriptions = new Map<string, Promise<Description | null>>();

/** The real `fetch`: answers from a test's replacement for it are not checked. */
const ask = globalThis.fetch;

const descriptionOf = (origin: string): Promise<Description | null> => {
  const known = descriptions.get(origin);
  if (known) return known;
  const asked = (async () => {
    const response = await ask(`${origin}/api/openapi.json`);
    if (!response.ok) {
      if ((await response.text()).includes(foldsOnly)) return null;
      throw new Error(`${origin} answers, but can’t be checked: its description has the status ${response.status}`);
    }
    const { Description } = await import('./described.ts');
    return new Description((await response.json()) as ConstructorParameters<typeof Description>[0]);
  })();
  descriptions.set(origin, asked);
  return asked;
};

/** @throws if an answer of the service doesn't match the service's description, and if it doesn't describe itself */
export const checkAgainstDescription = async (origin: string, answer: Answer): Promise<void> => {
  if (!described.test(answer.path) || describing.test(answer.path)) return;
  const fault = (await descriptionOf(origin))?.faultOf(answer) ?? null;
  if (fault === null) return;
  const { method, path, status, text } = answer;
  throw new Error(
    `${method} ${path} answered ${status}, not as it is described. ${fault}\n${text?.slice(0, 500) ?? ''}`,
  );
};

/** @throws if a live message doesn't match its schema in the service's description */
export const checkMessage = async (origin: string, schema: string, message: unknown): Promise<void> => {
  const fault = (await descriptionOf(origin))?.faultOfMessage(schema, message) ?? null;
  if (fault !== null) throw new Error(`A live message is not a ${schema}: ${fault}\n${JSON.stringify(message)}`);
};

/** The header by which the service marks its answers; answers without it come from doubles. */
export const answerMark = 'x-request-id';

/** From here on, checks every answer that a test file fetches. */
export const checkFetched = () => {
  globalThis.fetch = async (input, init) => {
    const response = await ask(input, init);
    const type = response.headers.get('content-type');
    if (response.headers.has(answerMark) && response.url) {
      const { origin, pathname: path } = new URL(response.url);
      const method = response.redirected ? 'GET' : (init?.method ?? (input instanceof Request ? input.method : 'GET'));
      const isRead = type === null || /^(application\/json|text\/plain)/.test(type);
      const text = isRead ? await response.clone().text() : null;
      await checkAgainstDescription(origin, { method, path, status: response.status, type, text });
    }
    return response;
  };
};
