import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** The gRPC error of a call that is refused as a whole. */
export type Refusal = Pick<ServiceError, 'code' | 'details' | 'metadata'>;

/** An error with the metadata that the server adds to a code so that clients can tell errors apart. */
export const refusal = (code: number, details: string, facts: Readonly<Record<string, string>> = {}): Refusal => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(facts)) metadata.set(name, value);
  return { code, details, metadata };
};

export const notLeader = (leaderPort: number) =>
  refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  });

export const streamDeleted = (stream: string) =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** Why a call is refused, in the wording of server versions 24.2 and 24.10; `denied` means missing permissions. */
export type Fault = 'not-leader' | 'no-leader' | 'not-ready' | 'busy' | 'unknown' | 'timed-out' | 'denied';

/** The refusals of a read. */
export const readRefusals = (leaderPort: number): Readonly<Record<Fault, Refusal>> => ({
  'not-leader': notLeader(leaderPort),
  'no-leader': refusal(status.UNKNOWN, 'No leader info available in response'),
  'not-ready': refusal(status.UNAVAILABLE, 'Server Is Not Ready'),
  busy: refusal(status.UNAVAILABLE, 'Server Is Too Busy'),
  unknown: refusal(status.UNKNOWN, 'Unexpected FilteredReadAllResult: Error'),
  'timed-out': refusal(status.ABORTED, 'Operation timed out: Read timed out.'),
  denied: refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
});

interface AppendRefusal {
  readonly code: number;
  readonly words: string;
  /** The protobuf message that identifies the kind of error. */
  readonly kind: string;
}

const nothing = 'google.protobuf.Empty';

/** The refusals of one append among many. A node that isn't the leader ends the whole call instead. */
export const appendRefusals: Readonly<Record<Exclude<Fault, 'not-leader'>, AppendRefusal>> = {
  'no-leader': { code: status.OK, words: 'No leader info available in response', kind: nothing },
  'not-ready': { code: status.OK, words: 'Server Is Not Ready', kind: nothing },
  busy: { code: status.OK, words: 'Server Is Busy', kind: nothing },
  unknown: { code: status.UNKNOWN, words: 'Unknown', kind: 'event_store.client.Unknown' },
  'timed-out': { code: status.DEADLINE_EXCEEDED, words: 'Timeout', kind: 'event_store.client.Timeout' },
  denied: { code: status.PERMISSION_DENIED, words: 'AccessDenied', kind: 'event_store.client.AccessDenied' },
};
