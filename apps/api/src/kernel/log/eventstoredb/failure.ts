import { NotLeaderError } from '@eventstore/db-client';
import { EventStoreUnavailable } from '../port.ts';

/**
 * gRPC's codes of answers that would come again: unknown, invalid argument, not found, permission denied, failed
 * precondition, out of range, unimplemented, unauthenticated. All others, such as a lost connection, may pass.
 */
const finalCodes: readonly unknown[] = [2, 3, 5, 7, 9, 11, 12, 16];

const credentials = /^esdb(\+discover)?:\/\/(.*@)?/;

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/** The same call, made again, may be answered. */
export const mayPass = (error: unknown): boolean =>
  error instanceof NotLeaderError || hasNotLeader(error) || !finalCodes.includes(codeOf(error));

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

/** Names the hosts of the address, and nothing else of it. */
export const failureOf = (url: string) => {
  const hosts = url.replace(credentials, '').split(/[/?]/, 1)[0];
  return (what: string, error: unknown): EventStoreUnavailable => {
    const { details, message } = error as { details?: string; message?: string };
    const reason = (details || message || 'no reason was given').replace(/[.]+$/, '');
    return new EventStoreUnavailable(
      `EventStoreDB at ${hosts}: could not ${what}: ${reason}. ` +
        'Check that it is running and can be reached from here, and EVENT_STORE_URL (hosts, tls, user)',
    );
  };
};
