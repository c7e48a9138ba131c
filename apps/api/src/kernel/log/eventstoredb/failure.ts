import { EventStoreRefused, EventStoreUnavailable } from '../port.ts';

/** The gRPC status codes that are told apart here. */
export const grpcCode = { ok: 0, deadlineExceeded: 4, exhausted: 8, aborted: 10, unavailable: 14 } as const;

/** The error that a call was answered with. `exception` is the server's own name for it, if it has one. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code: number;
  readonly details: string;
  readonly exception: string | null;

  constructor(code: number, details: string, exception: string | null = null) {
    super(details);
    this.code = code;
    this.details = details;
    this.exception = exception;
  }
}

interface ServiceError extends Error {
  readonly code?: unknown;
  readonly details?: string;
  readonly metadata?: { get(key: string): readonly (string | Buffer)[] };
}

/** Converts the error of a call or of a leader search. The latter has no code, and may be retried. */
export const grpcErrorOf = (error: ServiceError): GrpcError => {
  if (error instanceof GrpcError) return error;
  const code = typeof error.code === 'number' ? error.code : grpcCode.unavailable;
  const [exception] = error.metadata?.get('exception') ?? [];
  return new GrpcError(code, error.details ?? error.message, exception?.toString() ?? null);
};

/** Codes of answers that would be repeated without being a refusal: unknown, not found. */
const finalCodes: readonly number[] = [2, 5];
/** Refusals: invalid argument, permission denied, failed precondition, out of range, unimplemented, unauthenticated. */
const refusalCodes: readonly number[] = [3, 7, 9, 11, 12, 16];
/** The server's names for refusals; the code beside them may be that of a temporary failure. */
const refusals: readonly (string | null)[] = [
  'maximum-append-size-exceeded',
  'maximum-append-event-size-exceeded',
  'access-denied',
  'stream-deleted',
  'invalid-transaction',
  'missing-required-metadata-property',
];

const credentials = /^esdb(\+discover)?:\/\/(.*@)?/;

/** A node that is not the leader and doesn't know who is says so in its message, with an unrelated code. */
export const isNoLeader = ({ details }: GrpcError) => /no leader info/i.test(details);

const isNotLeader = (error: GrpcError) => error.exception === 'not-leader' || isNoLeader(error);

/** Whether the server will never do it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof GrpcError &&
  !isNotLeader(error) &&
  (refusals.includes(error.exception) || refusalCodes.includes(error.code) || isNoSuchPosition(error));

/** Whether the same call may succeed when repeated. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof GrpcError && (isNotLeader(error) || (!isRefusal(error) && !finalCodes.includes(error.code)));

/** Whether no event begins at a position. Storage errors have the same code, so only the server's message tells. */
export const isNoSuchPosition = (error: unknown): boolean =>
  error instanceof GrpcError && /: InvalidPosition$|invalid position/.test(error.details);

/** Creates the port's errors, which name the hosts of the address and nothing else from it. */
export const failuresOf = (url: string) => {
  const hosts = url.replace(credentials, '').split(/[/?]/, 1)[0];
  const describe = (what: string, { message }: Error) => {
    const reason = (message || 'no reason was given').replace(/[.]+$/, '');
    return `EventStoreDB at ${hosts}: could not ${what}: ${reason}. `;
  };
  return {
    unavailable: (what: string, error: Error) =>
      new EventStoreUnavailable(
        `${describe(what, error)}Check that it is running and can be reached from here, and check EVENT_STORE_URL (hosts, tls, user)`,
      ),
    refused: (what: string, error: Error) =>
      new EventStoreRefused(
        `${describe(what, error)}Retrying will not help: check the user's permissions and the server's limits`,
      ),
  };
};

export type Failures = ReturnType<typeof failuresOf>;
