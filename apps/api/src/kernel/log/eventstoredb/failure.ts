import { EventStoreRefused, EventStoreUnavailable } from '../port.ts';

/** gRPC's names of the codes that are told apart. */
export const grpcCode = { ok: 0, deadlineExceeded: 4, exhausted: 8, aborted: 10, unavailable: 14 } as const;

/** What a call was answered with in place of messages. `exception` is the server's own name for it, where it has one. */
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

/** Of what a call or the search for a leader has failed with; the latter has no code, and may be made again. */
export const grpcErrorOf = (error: ServiceError): GrpcError => {
  if (error instanceof GrpcError) return error;
  const code = typeof error.code === 'number' ? error.code : grpcCode.unavailable;
  const [exception] = error.metadata?.get('exception') ?? [];
  return new GrpcError(code, error.details ?? error.message, exception?.toString() ?? null);
};

/** gRPC's codes of answers that would come again, and say nothing against what was asked: unknown, not found. */
const finalCodes: readonly number[] = [2, 5];
/** Of refusals: invalid argument, permission denied, failed precondition, out of range, unimplemented, unauthenticated. */
const refusalCodes: readonly number[] = [3, 7, 9, 11, 12, 16];
/** As servers name refusals beside the code, which may be one of an answer that passes. */
const refusals: readonly (string | null)[] = [
  'maximum-append-size-exceeded',
  'maximum-append-event-size-exceeded',
  'access-denied',
  'stream-deleted',
  'invalid-transaction',
  'missing-required-metadata-property',
];

const credentials = /^esdb(\+discover)?:\/\/(.*@)?/;

/** Said by a node that does not lead and can't tell who does, with a code that says something else. */
export const isNoLeader = ({ details }: GrpcError) => /no leader info/i.test(details);

const isNotLeader = (error: GrpcError) => error.exception === 'not-leader' || isNoLeader(error);

/** The server will never do it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof GrpcError &&
  !isNotLeader(error) &&
  (refusals.includes(error.exception) || refusalCodes.includes(error.code) || isNoSuchPosition(error));

/** The same call, made again, may be answered. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof GrpcError && (isNotLeader(error) || (!isRefusal(error) && !finalCodes.includes(error.code)));

/**
 * The server says of a position that no event begins there. It has one code for this and for errors of its storage, so
 * that its words alone tell them apart.
 */
export const isNoSuchPosition = (error: unknown): boolean =>
  error instanceof GrpcError && /: InvalidPosition$|invalid position/.test(error.details);

/** Name the hosts of the address, and nothing else of it. */
export const failuresOf = (url: string) => {
  const hosts = url.replace(credentials, '').split(/[/?]/, 1)[0];
  const told = (what: string, { message }: Error) => {
    const reason = (message || 'no reason was given').replace(/[.]+$/, '');
    return `EventStoreDB at ${hosts}: could not ${what}: ${reason}. `;
  };
  return {
    unavailable: (what: string, error: Error) =>
      new EventStoreUnavailable(
        `${told(what, error)}Check that it is running and can be reached from here, and EVENT_STORE_URL (hosts, tls, user)`,
      ),
    refused: (what: string, error: Error) =>
      new EventStoreRefused(
        `${told(what, error)}It would answer the same again: check what its user may do, and its limits`,
      ),
  };
};

export type Failures = ReturnType<typeof failuresOf>;
