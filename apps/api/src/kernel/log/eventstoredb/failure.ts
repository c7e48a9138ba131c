import { ErrorType, NotLeaderError } from '@eventstore/db-client';
import { EventStoreRefused, EventStoreUnavailable } from '../port.ts';

/** gRPC's codes of answers that would come again, and say nothing against what was asked: unknown, not found. */
const finalCodes: readonly unknown[] = [2, 5];
/** Of refusals: invalid argument, permission denied, failed precondition, out of range, unimplemented, unauthenticated. */
const refusalCodes: readonly unknown[] = [3, 7, 9, 11, 12, 16];
/** As the client calls what servers name beside the code. */
const refusals: readonly unknown[] = [
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.UNSUPPORTED,
];

const credentials = /^esdb(\+discover)?:\/\/(.*@)?/;

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

const isNotLeader = (error: unknown) => error instanceof NotLeaderError || hasNotLeader(error);

/** The server will never do it. */
export const isRefusal = (error: unknown): boolean =>
  !isNotLeader(error) &&
  (refusals.includes((error as { type?: unknown }).type) ||
    refusalCodes.includes(codeOf(error)) ||
    isNoSuchPosition(error));

/** The same call, made again, may be answered. */
export const mayPass = (error: unknown): boolean =>
  isNotLeader(error) || (!isRefusal(error) && !finalCodes.includes(codeOf(error)));

/**
 * The server says of a position that no event begins there. It has one code for this and for errors of its storage, so
 * that its words alone tell them apart.
 */
export const isNoSuchPosition = (error: unknown): boolean =>
  /: InvalidPosition$/.test((error as { details?: string }).details ?? '');

/** A read is answered by gRPC itself, not by the client's own errors. */
const hasNotLeader = (error: unknown) => {
  const { metadata } = error as { metadata?: { get?: (key: string) => unknown[] } };
  return metadata?.get?.('exception').includes('not-leader') ?? false;
};

/** Name the hosts of the address, and nothing else of it. */
export const failuresOf = (url: string) => {
  const hosts = url.replace(credentials, '').split(/[/?]/, 1)[0];
  const told = (what: string, error: unknown) => {
    const { details, message } = error as { details?: string; message?: string };
    const reason = (details || message || 'no reason was given').replace(/[.]+$/, '');
    return `EventStoreDB at ${hosts}: could not ${what}: ${reason}. `;
  };
  return {
    unavailable: (what: string, error: unknown) =>
      new EventStoreUnavailable(
        `${told(what, error)}Check that it is running and can be reached from here, and EVENT_STORE_URL (hosts, tls, user)`,
      ),
    refused: (what: string, error: unknown) =>
      new EventStoreRefused(
        `${told(what, error)}It would answer the same again: check what its user may do, and its limits`,
      ),
  };
};

export type Failures = ReturnType<typeof failuresOf>;
