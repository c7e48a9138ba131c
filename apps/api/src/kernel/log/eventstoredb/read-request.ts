import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';

/** How many events of the log the server looks through between two signs of life. */
const searchWindowEvents = 1_000;

const { Options } = streams.ReadReq;
const { FORWARDS, BACKWARDS } = Options.ReadDirection;

export interface LogFilter {
  readonly types?: readonly string[] | undefined;
  readonly stream?: string | undefined;
}

export interface LogRange extends LogFilter {
  /** `-1` is the start, `Infinity` the end, anything else the position of an event. */
  readonly from: number;
  readonly backwards?: boolean;
}

/** So many events of `$all`; with the one at `from` (forwards at least), if it passes the filter. */
export const readLog = (range: LogRange, count: number): ReadReq => {
  const options = logOptions(range);
  options.setReadDirection(range.backwards ? BACKWARDS : FORWARDS);
  options.setCount(String(count));
  return requestOf(options);
};

/** All events of `$all` after `from`, and those that are yet to come. */
export const subscribeToLog = (range: LogRange): ReadReq => {
  const options = logOptions(range);
  options.setReadDirection(FORWARDS);
  options.setSubscription(new Options.SubscriptionOptions());
  return requestOf(options);
};

/** So many events of a stream, from a revision on. */
export const readStream = (stream: string, from: number, count: number): ReadReq => {
  const streamOptions = new Options.StreamOptions();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  streamOptions.setStreamIdentifier(identifier);
  streamOptions.setRevision(String(from));
  const options = new Options();
  options.setStream(streamOptions);
  options.setNoFilter(new shared.Empty());
  options.setReadDirection(FORWARDS);
  options.setCount(String(count));
  return requestOf(options);
};

const requestOf = (options: ReadReq.Options) => {
  const uuidOption = new Options.UUIDOption();
  uuidOption.setString(new shared.Empty());
  options.setUuidOption(uuidOption);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
};

const logOptions = ({ from, ...filter }: LogRange) => {
  const all = new Options.AllOptions();
  if (from < 0) all.setStart(new shared.Empty());
  else if (from === Infinity) all.setEnd(new shared.Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(String(from));
    position.setPreparePosition(String(from));
    all.setPosition(position);
  }
  const options = new Options();
  options.setAll(all);
  options.setFilter(filterOf(filter));
  return options;
};

/** The server filters by stream or by type, not by both: of both, by stream. System streams never pass. */
const filterOf = ({ types, stream }: LogFilter) => {
  const filter = new Options.FilterOptions();
  if (stream !== undefined) filter.setStreamIdentifier(matching(`^${escaped(stream)}$`));
  else if (types) filter.setEventType(matching(`^(${types.map(escaped).join('|')})$`));
  else filter.setStreamIdentifier(matching('^[^$]'));
  filter.setMax(searchWindowEvents);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
};

const matching = (regex: string) => {
  const expression = new Options.FilterOptions.Expression();
  expression.setRegex(regex);
  return expression;
};

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
