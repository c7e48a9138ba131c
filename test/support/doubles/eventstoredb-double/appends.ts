import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { appendRefusals, type Fault, notLeader } from './faults.ts';
import type { DoubleLog, ProposedEvent } from './log.ts';
import { appendAnswer, appendRefusal, nameOf, proposedOf, wrongExpectedVersion } from './messages.ts';

export type AppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** How the server counts the size of an append: up to 24.10.3 only the data, from 24.10.4 everything. */
export type SizeCount = 'data' | 'everything';

const appendMaxBytes = 1_048_576;

const sizeOf = (events: readonly ProposedEvent[], count: SizeCount) =>
  events.reduce(
    (total, { type, data, metadata }) =>
      total + data.length + (count === 'data' ? 0 : metadata.length + 2 * type.length),
    0,
  );

export interface AppendFault {
  readonly how: Fault;
  /** Whether the append is stored anyway. */
  readonly stored: boolean;
}

interface AppendParts {
  readonly log: DoubleLog;
  readonly counts: SizeCount;
  readonly port: () => number;
  /** The leader's port if this node isn't the leader, else null. */
  readonly leaderPort: () => number | null;
  readonly nextFault: () => AppendFault | undefined;
  /** Sends an answer, or loses it. */
  readonly answer: (send: () => void) => void;
}

interface Pending {
  readonly stream: StreamIdentifier | undefined;
  readonly expected: number;
  readonly events: ProposedEvent[];
}

/** Takes the appends of one call, and answers each once all of it has arrived. */
export const answerAppends = (call: AppendCall, parts: AppendParts) => {
  const pending = new Map<string, Pending>();
  call.on('data', (request: BatchAppendReq) => {
    const correlation = request.getCorrelationId();
    const id = correlation?.getString() ?? '';
    const options = request.getOptions();
    if (options) {
      const expected = options.hasNoStream() ? -1 : Number(options.getStreamPosition());
      pending.set(id, { stream: options.getStreamIdentifier(), expected, events: [] });
    }
    const append = pending.get(id);
    if (!append) return;
    append.events.push(...request.getProposedMessagesList().map(proposedOf));
    if (!request.getIsFinal()) return;
    pending.delete(id);
    const leaderPort = parts.leaderPort();
    const fault = parts.nextFault();
    if (leaderPort !== null) return void call.emit('error', notLeader(leaderPort));
    if (!fault || fault.stored) {
      const answer = stored(append, parts);
      if (!fault) return parts.answer(() => send(call, answer, correlation, append.stream));
    }
    if (fault.how === 'not-leader') return void call.emit('error', notLeader(parts.port()));
    const { how } = fault;
    parts.answer(() => send(call, refusedBy(how), correlation, append.stream));
  });
  call.on('end', () => call.end());
};

const send = (call: AppendCall, answer: BatchAppendResp, id?: UUID, stream?: StreamIdentifier) => {
  answer.setCorrelationId(id);
  answer.setStreamIdentifier(stream);
  call.write(answer);
};

const refusedBy = (how: Exclude<Fault, 'not-leader'>) => {
  const { code, words, kind } = appendRefusals[how];
  return appendRefusal(code, words, kind, new Uint8Array());
};

const stored = ({ stream, expected, events }: Pending, { log, counts }: AppendParts): BatchAppendResp => {
  if (sizeOf(events, counts) > appendMaxBytes) return tooLarge();
  const outcome = log.append(nameOf(stream), expected, events);
  if (outcome === 'deleted') return deleted(stream);
  if ('revision' in outcome) return appendAnswer(outcome);
  const wrong = wrongExpectedVersion(outcome.currentRevision, expected);
  return appendRefusal(status.ALREADY_EXISTS, 'WrongExpectedVersion', 'event_store.client.WrongExpectedVersion', wrong);
};

const tooLarge = () => {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(appendMaxBytes);
  const kind = 'MaximumAppendSizeExceeded';
  return appendRefusal(status.INVALID_ARGUMENT, kind, `event_store.client.${kind}`, details.serializeBinary());
};

const deleted = (stream?: StreamIdentifier) => {
  const details = new shared.StreamDeleted();
  details.setStreamIdentifier(stream);
  return appendRefusal(
    status.NOT_FOUND,
    'StreamDeleted',
    'event_store.client.StreamDeleted',
    details.serializeBinary(),
  );
};
