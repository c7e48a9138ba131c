import { noPosition, type ReadEvent } from './envelope.ts';
import { bytesField, emptyField, Fields, equalsAscii, message, numberField, text } from './wire.ts';

export const readPath = '/event_store.client.streams.Streams/Read';

/**
 * How many events the server searches between two checkpoints, each of which reports the one before it. Twice this
 * number must be less than how far behind a workflow may be and still be called live.
 */
const searchWindowEvents = 250;
const backwards = 1;

/**
 * A place in the server's log. Both numbers of an event's place are its position; a checkpoint may be at the end of an
 * event, with a prepare number of 0. To continue after a place, both are needed.
 */
export interface Place {
  readonly commit: number;
  readonly prepare: number;
}

/** The place right after the event at a position; -1 is the start of the log. */
export const placeAfter = (position: number): Place => ({ commit: position, prepare: position });

export interface LogFilter {
  readonly types?: readonly string[] | undefined;
  readonly stream?: string | undefined;
}

export interface LogRange extends LogFilter {
  /** `-1` is the start, `Infinity` the end; otherwise the position of an event. */
  readonly from: number;
  readonly backwards?: boolean;
}

/** Reads up to `count` events of `$all`. Includes the one at `from` if it passes the filter, at least forwards. */
export const readLog = ({ from, backwards: isBackwards, ...filter }: LogRange, count: number) =>
  request(allOptions(placeAfter(from)), isBackwards ? backward : forward, numberField(5, count), filterOptions(filter));

/** Reads up to `count` events of `$all` that pass a filter, from a place on, including the one that begins there. */
export const readLogFrom = (place: Place, filter: LogFilter, count: number) =>
  request(allOptions(place), forward, numberField(5, count), filterOptions(filter));

/**
 * Reads the last events of `$all` before a place, by any writer: without a filter, the server has nothing to search.
 */
export const readLogBackwards = (commit: number, count: number) =>
  request(allOptions(placeAfter(commit)), backward, numberField(5, count), noFilter);

/** Subscribes to all events of `$all` after a place, including future ones. */
export const subscribeToLog = (after: Place, filter: LogFilter) =>
  request(allOptions(after), forward, emptyField(6), filterOptions(filter));

/** Reads up to `count` events of a stream, from a revision on. */
export const readStream = (stream: string, from: number, count: number) =>
  request(
    bytesField(1, message(bytesField(1, bytesField(3, stream)), numberField(2, from))),
    forward,
    numberField(5, count),
    noFilter,
  );

const forward = numberField(3, 0);
const backward = numberField(3, backwards);
const noFilter = emptyField(8);
const idsAsText = bytesField(9, emptyField(2));

const request = (...options: readonly Uint8Array[]) => bytesField(1, message(...options, idsAsText));

const allOptions = ({ commit, prepare }: Place) => {
  if (commit < 0) return bytesField(2, emptyField(2));
  if (commit === Infinity) return bytesField(2, emptyField(3));
  return bytesField(2, bytesField(1, message(numberField(1, commit), numberField(2, prepare))));
};

/** The server filters by stream or by type but not by both; if both are given, by stream. System streams never pass. */
const filterOptions = ({ types, stream }: LogFilter) => {
  const window = message(numberField(3, searchWindowEvents), numberField(5, 1));
  if (stream !== undefined) return bytesField(7, message(matching(1, `^${escaped(stream)}$`), window));
  if (types) return bytesField(7, message(matching(2, `^(${types.map(escaped).join('|')})$`), window));
  return bytesField(7, message(matching(1, '^[^$]'), window));
};

const matching = (field: number, regex: string) => bytesField(field, bytesField(1, regex));

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** One message of the answer to a read or a subscription. */
export type ReadAnswer =
  | { readonly kind: 'event'; readonly event: ReadEvent }
  /** Everything that passes the filter up to a place has been sent. */
  | { readonly kind: 'checkpoint'; readonly place: Place }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'other' };

const caughtUp: ReadAnswer = { kind: 'caught-up' };
const other: ReadAnswer = { kind: 'other' };

export const readAnswer = (bytes: Buffer): ReadAnswer => {
  let answer: ReadAnswer = other;
  const fields = new Fields(bytes);
  while (fields.next()) {
    const { field, from, to } = fields;
    if (field === 1) answer = { kind: 'event', event: eventOf(bytes, from, to) };
    else if (field === 3) answer = checkpointAt(placeOf(bytes, from, to));
    else if (field === 8) answer = caughtUp;
  }
  return answer;
};

/** A server that has found nothing since the log's start reports the highest number there is, which is not a place. */
const checkpointAt = (place: Place): ReadAnswer => (place.commit >= noPosition ? other : { kind: 'checkpoint', place });

const placeOf = (bytes: Buffer, start: number, end: number): Place => {
  let [commit, prepare] = [0, 0];
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    if (fields.field === 1) commit = fields.value;
    else if (fields.field === 2) prepare = fields.value;
  }
  return { commit, prepare };
};

const eventOf = (bytes: Buffer, start: number, end: number): ReadEvent => {
  const event: ReadEvent = {
    id: '',
    stream: '',
    revision: 0,
    commit: 0,
    type: '',
    contentType: '',
    createdTicks: '',
    metadata: '',
    data: '',
  };
  const fields = new Fields(bytes, start, end);
  while (fields.next()) if (fields.field === 1) readRecorded(event, bytes, fields.from, fields.to);
  return event;
};

const readRecorded = (event: ReadEvent, bytes: Buffer, start: number, end: number) => {
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    const { field, from, to } = fields;
    if (field === 1) event.id = textIn(bytes, from, to);
    else if (field === 2) event.stream = textIn(bytes, from, to);
    else if (field === 3) event.revision = fields.value;
    else if (field === 5) event.commit = fields.value;
    else if (field === 6) readEntry(event, bytes, from, to);
    else if (field === 7) event.metadata = text(bytes, from, to);
    else if (field === 8) event.data = text(bytes, from, to);
  }
};

/** The text of a message that holds nothing else. */
const textIn = (bytes: Buffer, start: number, end: number) => {
  const fields = new Fields(bytes, start, end);
  return fields.next() ? text(bytes, fields.from, fields.to) : '';
};

const json = 'application/json';

/** Reads one metadata entry, a name and its value. */
const readEntry = (event: ReadEvent, bytes: Buffer, start: number, end: number) => {
  const name = new Fields(bytes, start, end);
  if (!name.next()) return;
  const value = new Fields(bytes, name.to, end);
  if (!value.next()) return;
  const { from, to } = value;
  if (equalsAscii(bytes, name.from, name.to, 'type')) event.type = text(bytes, from, to);
  else if (equalsAscii(bytes, name.from, name.to, 'created')) event.createdTicks = text(bytes, from, to);
  else if (equalsAscii(bytes, name.from, name.to, 'content-type'))
    event.contentType = equalsAscii(bytes, from, to, json) ? json : text(bytes, from, to);
};
