import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { AppendOutcome, LoggedEvent, Place, ProposedEvent } from './log.ts';

const { Any } = any;
const { Empty } = empty;

type Stored = Extract<AppendOutcome, { readonly revision: number }>;

/** What the server sends if it has no position to report: 2^64 - 1. */
const noPosition = '18446744073709551615';

export const nameOf = (identifier?: StreamIdentifier) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedOf = (message: BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const appendAnswer = ({ revision, position }: Stored): BatchAppendResp => {
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(revision));
  if (position === null) success.setNoPosition(new Empty());
  else {
    const stored = new shared.AllStreamPosition();
    stored.setCommitPosition(String(position));
    stored.setPreparePosition(String(position));
    success.setPosition(stored);
  }
  const answer = new streams.BatchAppendResp();
  answer.setSuccess(success);
  return answer;
};

/** The refusal of an append: a code, a text, and a message that identifies the kind. */
export const appendRefusal = (code: number, words: string, kind: string, details: Uint8Array): BatchAppendResp => {
  const packed = new Any();
  packed.setTypeUrl(`type.googleapis.com/${kind}`);
  packed.setValue(details);
  const refused = new status.Status();
  refused.setCode(code);
  refused.setMessage(words);
  refused.setDetails(packed);
  const answer = new streams.BatchAppendResp();
  answer.setError(refused);
  return answer;
};

export const wrongExpectedVersion = (currentRevision: number, expected: number): Uint8Array => {
  const wrong = new shared.WrongExpectedVersion();
  if (currentRevision < 0) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentStreamRevision(String(currentRevision));
  if (expected < 0) wrong.setExpectedNoStream(new Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return wrong.serializeBinary();
};

export const eventAnswer = (logged: LoggedEvent, withPosition: boolean): ReadResp => {
  const position = withPosition ? String(logged.position) : noPosition;
  const id = new shared.UUID();
  id.setString(logged.id);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from(logged.stream));
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event.setId(id);
  event.setStreamIdentifier(stream);
  event.setStreamRevision(String(logged.revision));
  event.setCommitPosition(position);
  event.setPreparePosition(position);
  event.getMetadataMap().set('type', logged.type);
  event.getMetadataMap().set('content-type', logged.contentType);
  event.getMetadataMap().set('created', String(logged.createdTicks));
  event.setData(logged.data);
  event.setCustomMetadata(logged.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  if (withPosition) read.setCommitPosition(position);
  else read.setNoPosition(new shared.Empty());
  const answer = new streams.ReadResp();
  answer.setEvent(read);
  return answer;
};

export const streamNotFound = (identifier?: StreamIdentifier): ReadResp => {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifier);
  const answer = new streams.ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
};

export const confirmation = (id: string): ReadResp => {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const answer = new streams.ReadResp();
  answer.setConfirmation(confirmed);
  return answer;
};

export const caughtUp = (): ReadResp => {
  const answer = new streams.ReadResp();
  answer.setCaughtUp(new streams.ReadResp.CaughtUp());
  return answer;
};

/** Before the first event the server has no position, and reports the highest number. */
export const checkpointAnswer = ({ commit, prepare }: Place): ReadResp => {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(commit < 0 ? noPosition : String(commit));
  reached.setPreparePosition(prepare < 0 ? noPosition : String(prepare));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(reached);
  return answer;
};

/** A predicate for the filter of a read: by stream or by type, by prefixes or by a regular expression. */
export const filterOf = (options: ReadReq.Options): ((event: LoggedEvent) => boolean) => {
  const filter = options.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const prefixes = expression.getPrefixList();
  const regex = new RegExp(expression.getRegex());
  return (event) => {
    const value = byStream ? event.stream : event.type;
    return prefixes.length > 0 ? prefixes.some((prefix) => value.startsWith(prefix)) : regex.test(value);
  };
};
