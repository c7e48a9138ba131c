import { setTimeout as delay } from 'node:timers/promises';
import { DiagLogLevel, context, diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { traceWith } from '../kernel/observe/trace.ts';

/** What is still to be sent at the end may hold up the end for so long. */
const flushMaxMs = 3_000;

interface TracingParts {
  readonly role: string;
  readonly logger: Logger;
  readonly processor: SpanProcessor;
}

/** The exporter reads the address, and what else may be set (OTEL_EXPORTER_OTLP_HEADERS), from the environment by itself. */
export const tracesToCollector = (): SpanProcessor => new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });

/** Records spans from now on. Load this module only then: what it imports is large. */
export const startTracing = ({ role, logger, processor }: TracingParts) => {
  const warn = (message: string) => logger.warn({ otel: message }, 'traces could not be sent or made');
  const silent = () => undefined;
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'tessera', 'tessera.role': role })),
    spanProcessors: [processor],
  });
  traceWith(provider.getTracer('tessera'));
  return {
    /** Sends what was recorded, as far as a bounded time allows. */
    stop: async () => {
      traceWith(null);
      const sent = provider.shutdown().catch((error: unknown) => warn(String(error)));
      const late = delay(flushMaxMs, undefined, { ref: false }).then(() => warn('The last of them found no taker'));
      await Promise.race([sent, late]);
      context.disable();
      diag.disable();
    },
  };
};
