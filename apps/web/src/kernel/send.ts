import type { ErrorDetail } from '@tessera/contract/refusals/errors';
import { noteServerTime } from './browser/server-time.ts';
import { accessToken, renewedToken } from './session.ts';

const standardRetryDelaysMs = [200, 400, 800];
const notSignedInStatus = 401;
const serverFaultStatus = 500;

/** Partial, because a proxy in between may have answered instead of the service. */
interface ErrorBody {
  readonly error?: Partial<ErrorDetail>;
}

/** A refusal or a failed call. `status` is 0 if no answer arrived; `fields` maps form fields to their error messages. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    message: string,
    readonly fields?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

const noAnswer = () =>
  new ApiError(
    0,
    'no_answer',
    'No connection',
    'The server could not be reached. Check your connection and try again.',
  );

const refusal = (status: number, { error = {} }: ErrorBody) =>
  new ApiError(
    status,
    error.code ?? 'unexpected',
    error.title ?? 'Something went wrong',
    error.message ?? 'The server did not answer as expected. Please try again.',
    error.fields,
  );

export interface SendOptions {
  /** Used instead of the signed-in user's token, such as the admin's. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReadOptions extends SendOptions {
  /** The answer includes everything up to this log position. */
  readonly after?: number;
  /** The pause before each further attempt; by default 200, 400 and 800 ms. */
  readonly retryDelaysMs?: readonly number[];
}

const ask = async (method: string, path: string, body: unknown, token: string | null, options: SendOptions) => {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (token) headers['authorization'] = `Bearer ${token}`;
  const isFile = body instanceof Blob;
  if (body !== undefined) headers['content-type'] = isFile ? body.type : 'application/json';
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
  const response = await fetch(path, init).catch(() => {
    throw noAnswer();
  });
  noteServerTime(response.headers.get('date'));
  return response;
};

const call = async (method: string, path: string, body: unknown, options: SendOptions): Promise<Response> => {
  const token = options.token ?? (await accessToken());
  let response = await ask(method, path, body, token, options);
  if (response.status === notSignedInStatus && token && options.token === undefined) {
    const renewed = await renewedToken(token);
    if (renewed) response = await ask(method, path, body, renewed, options);
  }
  if (response.ok) return response;
  throw refusal(response.status, (await response.json().catch(() => ({}))) as ErrorBody);
};

const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= serverFaultStatus);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const read = async (
  path: string,
  { after, retryDelaysMs = standardRetryDelaysMs, ...options }: ReadOptions,
): Promise<Response> => {
  const address = after === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}after=${after}`;
  for (const delayMs of retryDelaysMs) {
    try {
      return await call('GET', address, undefined, options);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(delayMs);
    }
  }
  return call('GET', address, undefined, options);
};

const parsed = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T;

/** Reads are retried (by default after 200, 400 and 800 ms) if no answer arrives or the server fails. */
export const get = async <T>(path: string, options: ReadOptions = {}): Promise<T> =>
  parsed<T>(await read(path, options));

/** A file that needs the bearer token, such as an agreement's PDF. */
export const getBlob = async (path: string, options: ReadOptions = {}): Promise<Blob> =>
  (await read(path, options)).blob();

/** The address that a path behind the bearer token redirects to, without reading the file there. */
export const resolvedAddress = async (path: string): Promise<string> => (await call('HEAD', path, undefined, {})).url;

export const post = async <T>(path: string, body?: unknown, options: SendOptions = {}): Promise<T> =>
  parsed<T>(await call('POST', path, body, options));

/** A file that the server makes on request, with the headers of the response. */
export const postForFile = async (path: string, body: unknown, options: SendOptions) => {
  const response = await call('POST', path, body, options);
  return { file: await response.blob(), headers: response.headers };
};

/** A file is sent as it is; anything else as JSON. */
export const put = async <T>(path: string, body: unknown, options: SendOptions = {}): Promise<T> =>
  parsed<T>(await call('PUT', path, body, options));

export const patch = async <T>(path: string, body: unknown, options: SendOptions = {}): Promise<T> =>
  parsed<T>(await call('PATCH', path, body, options));

export const del = async <T>(
  path: string,
  { body, ...options }: SendOptions & { readonly body?: unknown } = {},
): Promise<T> => parsed<T>(await call('DELETE', path, body, options));
