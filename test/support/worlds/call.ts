import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { answerMark, checkAgainstDescription } from '../description/check-answers.ts';

export interface RawCall {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const connectionsMax = 16;
const answerWithinMs = 20_000;

/**
 * Sends requests exactly as given: no URL is normalized, no redirect followed, no body validated. Answers are checked
 * against the API description.
 */
export const caller = (origin: string) => {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  const exchange = (method: string, path: string, { token, headers, body }: RawCall) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          timeout: answerWithinMs,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString('latin1'),
            }),
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered`)));
      sent.on('error', reject);
      sent.end(body);
    });
  const send = async (method: string, path: string, call: RawCall = {}) => {
    const answer = await exchange(method, path, call);
    const { status, headers, text } = answer;
    const type = headers['content-type'] ?? null;
    const [pathname = ''] = path.split('?');
    if (headers[answerMark]) await checkAgainstDescription(origin, { method, path: pathname, status, type, text });
    return answer;
  };
  return { send, close: () => agent.destroy() };
};

export type Send = ReturnType<typeof caller>['send'];
