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

/** A larger batch is a catch-up: nobody is waiting for its events, and their spans would crowd out current ones. */
const tracedBatchMaxEvents = 100;

const requestKey = createContextKey('tessera request');
const foldsKey = createContextKey('tessera folds');

/** Null while nobody records spans; then work is simply called. */
let tracer: Tracer | null = null;

/** Sends spans to this tracer from now on; null stops recording. */
export const traceWith = (chosen: Tracer | null) => {
  tracer = chosen;
};

const traceIdBytes = 16;
const spanIdBytes = 8;

/**
 * The trace of a correlation. It is derived from the correlation id alone, which every event carries, so all processes
 * that handle an event add to the same trace without storing anything extra.
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
 * A request's span opens late: the first thing done with a correlation decides its trace. So a request that acts on an
 * order joins the order's trace, and one that changes nothing has its own.
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

/** Runs a request within a span, which the caller ends. Null if nobody records. */
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
    // Only the name: the message may contain what must not be in a trace.
    const type = error instanceof Error ? error.name : typeof error;
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

/**
 * Runs the work as a span: a child of the active one, or else part of the correlation's trace. Attributes are names,
 * ids and positions, never anything personal.
 */
export const traced = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  correlation?: string,
): Promise<Result> => (tracer ? inSpan(tracer, name, attributes, work, correlation) : work());

const foldOf = (view: string, position: number) => `${view}@${position}`;

/**
 * Creates a span for each event and view of a batch that was folded and committed in the last `tookMs`, in the event's
 * trace. Pushes made by `announce` become children of the span of the event that last changed the document.
 */
export const tracedFolds = (folded: readonly FoldedView[], tookMs: number, announce: () => void) => {
  if (!tracer || folded.some(({ events }) => events.length > tracedBatchMaxEvents)) return announce();
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
  context.with(ROOT_CONTEXT.setValue(foldsKey, folds), announce);
};

/** Sends a changed document; called within `announce`. */
export const tracedPush = (view: string, position: number, push: () => void) => {
  const folds = tracer && context.active().getValue(foldsKey);
  const parent = folds instanceof Map ? (folds as Map<string, Context>).get(foldOf(view, position)) : undefined;
  if (!tracer || !parent) return push();
  const attributes = { 'tessera.view': view, 'tessera.position': position };
  const span = tracer.startSpan(`push ${view}`, { kind: SpanKind.PRODUCER, attributes }, parent);
  push();
  span.end();
};
