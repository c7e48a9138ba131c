import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { ServerHttp2Stream } from 'node:http2';
import { setImmediate } from 'node:timers/promises';
import { Metadata, type ServerWritableStream, type ServiceError, status } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { refusal, streamDeleted } from './faults.ts';
import { beforeFirst, comparePlaces, type DoubleLog, type LoggedEvent, type Place, placeOf } from './log.ts';
import { caughtUp, checkpointAnswer, confirmation, eventAnswer, filterOf, nameOf, streamNotFound } from './messages.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Events per page when the server reads for itself. */
const pageMaxEvents = 32;

/** A message in gRPC's framing: uncompressed flag, length in bytes, bytes. */
const framed = (answer: ReadResp) => {
  const bytes = answer.serializeBinary();
  const header = Buffer.alloc(5);
  header.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
};

/** The HTTP/2 stream that grpc-js writes a call's messages to, one frame for each. */
const streamOf = (call: ReadCall) =>
  (call as unknown as { readonly call: { readonly stream: ServerHttp2Stream } }).call.stream;

/** Answers a read of a stream or of `$all`, or a subscription to `$all`. */
export const answerRead = (log: DoubleLog, call: ReadCall, positionsInStreams: boolean) => {
  const options = call.request.getOptions();
  if (options?.hasStream()) answerStreamRead(log, call, options, positionsInStreams);
  else if (options?.hasAll() && options.hasSubscription()) void subscribe(log, call, options);
  else if (options?.hasAll()) answerLogRead(log, call, options);
  else fail(call, refusal(status.INVALID_ARGUMENT, 'A read needs a stream or $all'));
};

const fail = (call: ReadCall, error: Partial<ServiceError>) =>
  call.emit('error', { metadata: new Metadata(), ...error });

const answerStreamRead = (log: DoubleLog, call: ReadCall, options: ReadReq.Options, withPositions: boolean) => {
  const asked = options.getStream();
  const name = nameOf(asked?.getStreamIdentifier());
  const found = log.read(name, Number(asked?.getRevision()), Number(options.getCount()));
  if (found === 'deleted') return fail(call, streamDeleted(name));
  if (found === 'none') call.write(streamNotFound(asked?.getStreamIdentifier()));
  else for (const event of found) call.write(eventAnswer(event, withPositions));
  call.end();
};

const answerLogRead = (log: DoubleLog, call: ReadCall, options: ReadReq.Options) => {
  const passes = filterOf(options);
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const place = placeAsked(log, options);
  if (!log.isBoundary(place)) {
    const isPastTheEnd = comparePlaces(place, log.last) > 0;
    if (isPastTheEnd && !backwards) return call.end();
    const read = options.hasFilter() ? 'FilteredReadAllResult' : 'ReadAllResult';
    return fail(call, refusal(status.UNKNOWN, `Unexpected ${read}: ${isPastTheEnd ? 'Error' : 'InvalidPosition'}`));
  }
  // Forwards begins with the event at the place, backwards with the one that ends there.
  const from = log.indexFrom(place);
  let remaining = Number(options.getCount());
  for (let index = backwards ? from - 1 : from; remaining > 0; index += backwards ? -1 : 1) {
    const event = log.all[index];
    if (!event) break;
    if (options.hasFilter()) log.searched += 1;
    if (!passes(event)) continue;
    call.write(eventAnswer(event, true));
    remaining -= 1;
  }
  call.end();
};

/** Both numbers exactly as the client sent them. */
export const placeAsked = (log: DoubleLog, options: ReadReq.Options): Place => {
  const all = options.getAll();
  if (all?.hasStart()) return beforeFirst;
  const position = all?.getPosition();
  if (position) return { commit: Number(position.getCommitPosition()), prepare: Number(position.getPreparePosition()) };
  const end = log.all.at(-1)?.end ?? 0;
  return { commit: end, prepare: end };
};

/**
 * Sends the events after the place, never the one at it, then continues live, only as fast as the client reads. It
 * catches up in pages and sends a checkpoint after each window of tested events, which reports the page before, and one
 * at the end. From a place that doesn't exist, it stays open and sends nothing; from past the end, it sends nothing
 * below that.
 */
const subscribe = async (log: DoubleLog, call: ReadCall, options: ReadReq.Options) => {
  const passes = filterOf(options);
  const window = options.getFilter()?.getMax() || pageMaxEvents;
  const interval = window * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  const over = new AbortController();
  call.on('cancelled', () => over.abort());
  const send = async (answer: ReadResp) => {
    if (!call.write(answer)) await once(call, 'drain', { signal: over.signal });
    over.signal.throwIfAborted();
  };
  /** Like the real server's Kestrel: all bytes waiting on a stream leave together, in frames as full as possible. */
  const sendPage = async (answers: readonly ReadResp[]) => {
    const stream = streamOf(call);
    if (!stream.write(Buffer.concat(answers.map(framed)))) await once(stream, 'drain', { signal: over.signal });
    over.signal.throwIfAborted();
  };
  let reached = options.getAll()?.hasEnd() ? log.last : placeAsked(log, options);
  const live = log.all.length;
  /** Returns the index of the first event that it has not tested. */
  const catchUp = async () => {
    let considered = 0;
    for (let from = reached; ;) {
      const page = log.page(from, pageMaxEvents, window, passes);
      const afterReached = page.events.filter((event) => comparePlaces(placeOf(event), reached) > 0);
      await sendPage(afterReached.map((event) => eventAnswer(event, true)));
      const last = afterReached.at(-1);
      if (last) reached = placeOf(last);
      considered += page.considered;
      // Lets keep-alive messages be answered in between.
      await setImmediate();
      if (page.isEnd) {
        await send(checkpointAnswer(reached));
        return log.indexFrom(page.next);
      }
      if (considered >= interval) {
        considered %= interval;
        if (comparePlaces(reached, from) < 0) reached = from;
        await send(checkpointAnswer(reached));
      }
      from = page.next;
    }
  };
  const moreOrCheckpoint = async () => {
    const told = new AbortController();
    const signal = AbortSignal.any([over.signal, told.signal]);
    const which = await Promise.race([
      once(log, 'appended', { signal }).then(() => 'more'),
      once(log, 'atEnd', { signal }).then(() => 'checkpoint'),
    ]).finally(() => told.abort());
    if (which === 'checkpoint') await send(checkpointAnswer({ commit: log.endBytes, prepare: 0 }));
  };
  const goLive = async (from: number) => {
    await send(caughtUp());
    let considered = 0;
    for (let index = from; ; index += 1) {
      while (index >= log.all.length) await moreOrCheckpoint();
      const event = log.all[index] as LoggedEvent;
      considered += 1;
      if (comparePlaces(placeOf(event), reached) > 0 && passes(event)) {
        await send(eventAnswer(event, true));
        reached = placeOf(event);
      }
      if (considered < interval) continue;
      considered = 0;
      if (comparePlaces(placeOf(event), reached) < 0) continue;
      reached = placeOf(event);
      await send(checkpointAnswer(reached));
    }
  };
  try {
    await send(confirmation(randomUUID()));
    const isBehind = comparePlaces(reached, log.last) < 0;
    if (isBehind && !log.isBoundary(reached)) return;
    await goLive(isBehind ? await catchUp() : live);
  } catch (error) {
    if (!over.signal.aborted) throw error;
  } finally {
    if (over.signal.aborted) call.end();
  }
};
