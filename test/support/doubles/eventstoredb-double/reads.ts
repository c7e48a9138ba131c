import { randomUUID } from 'node:crypto';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { DoubleLog, LoggedEvent } from './log.ts';
import { caughtUp, checkpoint, confirmation, eventAnswer, filterOf, nameOf, streamNotFound } from './messages.ts';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Answers a read of a stream or of `$all`, or a subscription to `$all`. */
export const answerRead = (log: DoubleLog, call: ReadCall, positionsInStreams: boolean) => {
  const options = call.request.getOptions();
  if (options?.hasStream()) answerStreamRead(log, call, options, positionsInStreams);
  else if (options?.hasAll()) answerLogRead(log, call, options);
  else refuse(call, 'A read needs a stream or $all');
};

const refuse = (call: ReadCall, details: string) => call.emit('error', { code: status.INVALID_ARGUMENT, details });

const answerStreamRead = (log: DoubleLog, call: ReadCall, options: ReadReq.Options, withPositions: boolean) => {
  const asked = options.getStream();
  const name = nameOf(asked?.getStreamIdentifier());
  if (!log.stream(name)) call.write(streamNotFound(asked?.getStreamIdentifier()));
  else {
    for (const event of log.read(name, Number(asked?.getRevision()), Number(options.getCount()))) {
      call.write(eventAnswer(event, withPositions));
    }
  }
  call.end();
};

const answerLogRead = (log: DoubleLog, call: ReadCall, options: ReadReq.Options) => {
  const from = startOf(log, options);
  if (options.hasSubscription()) return subscribe(log, call, options, from ?? log.indexAfter(positionOf(options)));
  const passes = filterOf(options);
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  if (from === undefined) {
    const isPastTheEnd = positionOf(options) > (log.all.at(-1)?.position ?? -1);
    if (isPastTheEnd && !backwards) return call.end();
    const result = isPastTheEnd ? 'Error' : 'InvalidPosition';
    const read = options.hasFilter() ? 'FilteredReadAllResult' : 'ReadAllResult';
    return call.emit('error', { code: status.UNKNOWN, details: `Unexpected ${read}: ${result}` });
  }
  // Forwards with the event at the position, backwards with the one before it.
  let remaining = Number(options.getCount());
  for (let index = backwards ? from - 1 : from; remaining > 0; index += backwards ? -1 : 1) {
    const event = log.all[index];
    if (!event) break;
    if (!passes(event)) continue;
    call.write(eventAnswer(event, true));
    remaining -= 1;
  }
  call.end();
};

/** The index of the event at the position that was requested; undefined when there is none. */
const startOf = (log: DoubleLog, options: ReadReq.Options) => {
  const all = options.getAll();
  if (all?.hasStart()) return 0;
  if (all?.hasEnd()) return log.all.length;
  return log.indexOf(positionOf(options));
};

const positionOf = (options: ReadReq.Options) => Number(options.getAll()?.getPosition()?.getCommitPosition());

/** After the position, never with it; live once everything was sent, and only as fast as the client takes it. */
const subscribe = (log: DoubleLog, call: ReadCall, options: ReadReq.Options, from: number) => {
  const passes = filterOf(options);
  let next = log.all[from]?.position === positionOf(options) ? from + 1 : from;
  let live = false;
  let writable = true;
  const send = () => {
    while (writable && next < log.all.length) {
      const event = log.all[next] as LoggedEvent;
      next += 1;
      if (passes(event)) writable = call.write(eventAnswer(event, true));
      else if (!live) call.write(checkpoint(event.position));
    }
    if (live || next < log.all.length) return;
    live = true;
    call.write(caughtUp());
  };
  const resume = () => {
    writable = true;
    send();
  };
  call.write(confirmation(randomUUID()));
  send();
  log.on('appended', send);
  call.on('drain', resume);
  call.on('cancelled', () => {
    log.off('appended', send);
    call.off('drain', resume);
    call.end();
  });
};
