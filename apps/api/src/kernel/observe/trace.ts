import { createHash } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  createContextKey,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Tracer } from '@opentelemetry/api';
import type { FoldedView } from '../projecting/follow.ts';

/** A batch of more is a catch-up: nobody waits for its events, and their spans would crowd out those of today. */
const tracedBatchMaxEvents = 100;

const requestKey = createContextKey('tessera request');
const foldsKey = createContextKey('tessera folds');

/** Null while nobody records spans: then nothing is made but a call of the work. */
let tracer: Tracer | null = null;

/** From now on spans go to this tracer; null ends that. */
export const traceWith = (chosen: Tracer | null) => {
  tracer = chosen;
};

const traceIdBytes = 16;
const spanIdBytes = 8;

/**
 * The trace of a correlation. It follows from the id alone, which is in every event, so that all processes that
 * deal with an event tell of it in one trace, and no event carries anything for it.
 */
const originOf = (correlation: string): Context => {
  const hash = createHash('sha256').update(correlation).digest();
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: hash.toString('hex', 0, traceIdBytes),
    spanId: hash.toString('hex', traceIdBytes, traceIdBytes + spanIdBytes),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
};

/**
 * The span of a request opens late: with the first thing done in it that has a correlation, which decides the trace. A
 * request that acts for an order so is in the order's trace, and one that changes nothing in its own.
 */
class RequestSpan {
  readonly #tracer: Tracer;
  readonly #correlation: string;
  readonly #startedAtMs = Date.now();
  readonly #startedAt = performance.now();
  #context: Context | null = null;

  constructor(into: Tracer, correlation: string) {
    this.#tracer = into;
    this.#correlation = correlation;
  }

  within(correlation = this.#correlation): Context {
    if (this.#context) return this.#context;
    const origin = originOf(correlation);
    const options = { kind: SpanKind.SERVER, startTime: this.#startedAtMs };
    this.#context = trace.setSpan(origin, this.#tracer.startSpan('request', options, origin));
    return this.#context;
  }

  end(name: string, attributes: Attributes, failed: boolean) {
    const span = trace.getSpan(this.within());
    span?.updateName(name).setAttributes(attributes);
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end(this.#startedAtMs + performance.now() - this.#startedAt);
  }
}

type EndRequest = (name: string, attributes: Attributes, failed: boolean) => void;

/** Handles a request under a span of its own, which whoever called ends. Null when nobody records. */
export const traceRequest = (correlation: string): { run: (handle: () => void) => void; end: EndRequest } | null => {
  if (!tracer) return null;
  const request = new RequestSpan(tracer, correlation);
  return {
    run: (handle) => context.with(ROOT_CONTEXT.setValue(requestKey, request), handle),
    end: (name, attributes, failed) => request.end(name, attributes, failed),
  };
};

const parentOf = (correlation: string | undefined): Context => {
  const active = context.active();
  if (trace.getSpan(active)) return active;
  const request = active.getValue(requestKey);
  if (request instanceof RequestSpan) return request.within(correlation);
  return correlation === undefined ? active : originOf(correlation);
};

const inSpan = async <Result>(
  into: Tracer,
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  correlation: string | undefined,
) => {
  const parent = parentOf(correlation);
  const span = into.startSpan(name, { attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    // The name alone: a message may hold what belongs in no trace.
    const type = error instanceof Error ? error.name : typeof error;
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

/**
 * Does the work as a span: under the one that is open here, else in the trace of the correlation. Attributes are names,
 * ids and positions; nothing of a person.
 */
export const traced = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  correlation?: string,
): Promise<Result> => (tracer ? inSpan(tracer, name, attributes, work, correlation) : work());

const foldOf = (view: string, position: number) => `${view}@${position}`;

/**
 * A span for each event and view of a batch that was folded and committed in the last `tookMs`, in the trace of the
 * event. What `tell` pushes of a document stands under the event that made the document what it is.
 */
export const tracedFolds = (folded: readonly FoldedView[], tookMs: number, tell: () => void) => {
  if (!tracer || folded.some(({ events }) => events.length > tracedBatchMaxEvents)) return tell();
  const endTime = Date.now();
  const startTime = endTime - tookMs;
  const folds = new Map<string, Context>();
  const origins = new Map<string, Context>();
  for (const { view, definition, events } of folded) {
    for (const { type, position, id, metadata } of events) {
      if (!definition.handlers.has(type)) continue;
      const origin = origins.get(metadata.correlation) ?? originOf(metadata.correlation);
      origins.set(metadata.correlation, origin);
      const attributes = {
        'tessera.view': view,
        'tessera.event': type,
        'tessera.event_id': id,
        'tessera.position': position,
      };
      const span = tracer.startSpan(`fold ${view}`, { startTime, attributes }, origin);
      span.end(endTime);
      folds.set(foldOf(view, position), trace.setSpan(origin, span));
    }
  }
  context.with(ROOT_CONTEXT.setValue(foldsKey, folds), tell);
};

/** Inside `tell`: sends a document that changed. */
export const tracedPush = (view: string, position: number, push: () => void) => {
  const folds = tracer && context.active().getValue(foldsKey);
  const parent = folds instanceof Map ? (folds as Map<string, Context>).get(foldOf(view, position)) : undefined;
  if (!tracer || !parent) return push();
  const attributes = { 'tessera.view': view, 'tessera.position': position };
  const span = tracer.startSpan(`push ${view}`, { kind: SpanKind.PRODUCER, attributes }, parent);
  push();
  span.end();
};
