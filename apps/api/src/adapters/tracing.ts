import { setTimeout as delay } from 'node:timers/promises';
import { DiagLogLevel, context, diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { traceWith } from '../kernel/observe/trace.ts';

/** How long sending the last spans may delay the end of the process. */
const flushMaxMs = 3_000;

interface TracingParts {
  readonly role: string;
  readonly logger: Logger;
  readonly processor: SpanProcessor;
}

/** The exporter reads its address and other settings, such as OTEL_EXPORTER_OTLP_HEADERS, from the environment itself. */
export const tracesToCollector = (): SpanProcessor => new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });

/** Starts recording spans. Load this module only for that, as its libraries are large. */
export const startTracing = ({ role, logger, processor }: TracingParts) => {
  const warn = (message: string) => logger.warn({ otel: message }, 'traces could not be recorded or sent');
  const silent = () => undefined;
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'tessera', 'tessera.role': role })),
    spanProcessors: [processor],
  });
  traceWith(provider.getTracer('tessera'));
  return {
    /** Sends the recorded spans, within a limited time. */
    stop: async () => {
      traceWith(null);
      const sent = provider.shutdown().catch((error: unknown) => warn(String(error)));
      const late = delay(flushMaxMs, undefined, { ref: false }).then(() =>
        warn('The last traces could not be sent in time'),
      );
      await Promise.race([sent, late]);
      context.disable();
      diag.disable();
    },
  };
};
