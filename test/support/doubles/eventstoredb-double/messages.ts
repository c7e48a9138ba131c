import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, LoggedEvent, ProposedEvent } from './log.ts';

/** What the server sends where it has no position to tell: 2^64 - 1. */
const noPosition = '18446744073709551615';

export const nameOf = (identifier?: StreamIdentifier) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedOf = (message: AppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const appendAnswer = (outcome: AppendOutcome, expected: number): AppendResp => {
  const answer = new streams.AppendResp();
  if ('currentRevision' in outcome) {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.currentRevision < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.currentRevision));
    if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    answer.setWrongExpectedVersion(wrong);
    return answer;
  }
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
  }
  answer.setSuccess(success);
  return answer;
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

export const checkpoint = (position: number): ReadResp => {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(reached);
  return answer;
};

/** Whether an event passes the filter of a read: by stream or by type, by prefixes or by a regular expression. */
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
