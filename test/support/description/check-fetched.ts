// Loaded by jest: checks every answer that an API test receives against the service's description.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { answerMark, checkFetched, checkAgainstDescription } from './check-answers.ts';

checkFetched();

/** What `node:http` announces for each answer that a client has received. */
const channel = 'http.client.response.finish';
const checks: Promise<void>[] = [];

/** Bodies are up to the test that reads them: reading them here would take away its control of the pace. */
const checkReceived = (message: unknown) => {
  const { request, response } = message as { readonly request: ClientRequest; readonly response: IncomingMessage };
  if (!response.headers[answerMark]) return;
  const [path = ''] = request.path.split('?');
  const type = response.headers['content-type'] ?? null;
  const answer = { method: request.method, path, status: response.statusCode ?? 0, type, text: null };
  // A test may send the header `Host` of another host.
  const origin = `${request.protocol}//${request.host}:${response.socket.remotePort}`;
  const check = checkAgainstDescription(origin, answer);
  // The test learns of it when it ends.
  check.catch(() => {});
  checks.push(check);
};

beforeAll(() => subscribe(channel, checkReceived));
afterAll(() => unsubscribe(channel, checkReceived));
afterEach(async () => {
  await Promise.all(checks.splice(0));
});
