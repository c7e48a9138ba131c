import { noStream, RevisionConflict } from '../port.ts';
import type { StoredEvent } from './envelope.ts';
import { GrpcError, grpcCode } from './failure.ts';
import { bytesField, emptyField, Fields, message, numberField, text } from './wire.ts';

export const appendPath = '/event_store.client.streams.Streams/BatchAppend';

const uuidField = (field: number, id: string) => bytesField(field, bytesField(2, id));
const entryField = (field: number, name: string, value: string) =>
  bytesField(field, message(bytesField(1, name), bytesField(2, value)));
const jsonEntry = entryField(2, 'content-type', 'application/json');
const finalField = numberField(4, 1);

/** One append; the server's answer refers to it by its id. */
export const appendRequest = (
  id: string,
  stream: string,
  expected: number,
  events: readonly StoredEvent[],
  deadlineMs: number,
): Buffer => {
  // A duration instead of a point in time: clocks differ.
  const [seconds, rest] = [Math.floor(deadlineMs / 1_000), deadlineMs % 1_000];
  const options = message(
    bytesField(1, bytesField(3, stream)),
    expected === noStream ? emptyField(3) : numberField(2, expected),
    bytesField(7, message(numberField(1, seconds), numberField(2, rest * 1_000_000))),
  );
  const proposed = events.map(({ id: eventId, type, data, metadata }) =>
    bytesField(
      3,
      message(
        uuidField(1, eventId),
        entryField(2, 'type', type),
        jsonEntry,
        bytesField(3, metadata),
        bytesField(4, data),
      ),
    ),
  );
  return message(uuidField(1, id), bytesField(2, options), ...proposed, finalField);
};

interface Refusal {
  readonly code: number;
  readonly details: string;
  readonly type: string;
  /** The stream's actual revision, if another one was expected. */
  readonly actual: number;
}

export interface AppendAnswer {
  readonly id: string;
  /** -1 if the server does not report it. */
  readonly position: number;
  readonly failure: Refusal | null;
}

export const appendAnswer = (bytes: Buffer): AppendAnswer => {
  let id = '';
  let position = -1;
  let failure: Refusal | null = null;
  const fields = new Fields(bytes);
  while (fields.next()) {
    const { field, from, to } = fields;
    if (field === 1) id = idOf(bytes, from, to);
    else if (field === 2) failure = refusalOf(bytes, from, to);
    else if (field === 3) position = positionOf(bytes, from, to);
  }
  return { id, position, failure };
};

const idOf = (bytes: Buffer, start: number, end: number) => {
  let id = '';
  const fields = new Fields(bytes, start, end);
  while (fields.next()) if (fields.field === 2) id = text(bytes, fields.from, fields.to);
  return id;
};

const positionOf = (bytes: Buffer, start: number, end: number) => {
  let position = -1;
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    // Protocol buffers omit a field whose value is 0.
    if (fields.field === 3) position = numberIn(bytes, fields.from, fields.to);
  }
  return position;
};

const numberIn = (bytes: Buffer, start: number, end: number) => {
  let number = 0;
  const fields = new Fields(bytes, start, end);
  while (fields.next()) if (fields.field === 1) number = fields.value;
  return number;
};

const refusalOf = (bytes: Buffer, start: number, end: number): Refusal => {
  let refusal: Refusal = { code: 0, details: '', type: '', actual: noStream };
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    const { field, value, from, to } = fields;
    if (field === 1) refusal = { ...refusal, code: value };
    else if (field === 2) refusal = { ...refusal, details: text(bytes, from, to) };
    else if (field === 3) refusal = { ...refusal, ...reasonOf(bytes, from, to) };
  }
  return refusal;
};

const reasonOf = (bytes: Buffer, start: number, end: number) => {
  let type = '';
  let actual = noStream;
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    const { field, from, to } = fields;
    if (field === 1) type = text(bytes, from, to).split('.').at(-1) ?? '';
    else if (field === 2 && type === wrongRevision) actual = currentRevision(bytes, from, to);
  }
  return { type, actual };
};

const currentRevision = (bytes: Buffer, start: number, end: number) => {
  let revision: number = 0;
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    if (fields.field === 1) revision = fields.value;
    if (fields.field === 2) revision = noStream;
  }
  return revision;
};

const wrongRevision = 'WrongExpectedVersion';

/** Maps the names of refusals in this call to those that the server uses in answers to other calls. */
const exceptions: Readonly<Record<string, readonly [exception: string, details: string]>> = {
  AccessDenied: ['access-denied', 'Access Denied'],
  StreamDeleted: ['stream-deleted', 'The stream is deleted'],
  InvalidTransaction: ['invalid-transaction', 'Invalid Transaction'],
  MaximumAppendSizeExceeded: ['maximum-append-size-exceeded', 'Maximum Append Size Exceeded'],
  MaximumAppendEventSizeExceeded: ['maximum-append-event-size-exceeded', 'Maximum Append Event Size Exceeded'],
};

export const appendError = ({ code, details, type, actual }: Refusal, stream: string, expected: number): Error => {
  if (type === wrongRevision) return new RevisionConflict(stream, expected, actual);
  const [exception, reason] = exceptions[type] ?? [null, details];
  // A node that is not ready, or not the leader, says so only in the message, with the code for success.
  return new GrpcError(code === grpcCode.ok ? grpcCode.unavailable : code, reason, exception);
};
