import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { get } from '../support/worlds/client.ts';
import { isDrawn } from '../support/sample.ts';
import { startProduct } from '../support/worlds/product.ts';

/** Prints the OpenTelemetry packages that the process loads. */
const printLoaded = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => {
    const [, name] = /node_modules\\/(@opentelemetry\\/[\\w-]+)\\//.exec(url) ?? [];
    if (name) console.log('loaded ' + name + '.');
    return next(url, context);
  } });
`)}`;

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: unknown }[] };
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

const startCollector = async () => {
  const received: Export[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(JSON.parse(body) as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe('tracing', () => {
  it('is off by default: no code that creates or sends spans is loaded', async () => {
    const product = await startProduct({ env: { NODE_OPTIONS: printLoaded } });
    await get(`${product.url}/api/marketplace`);
    await product.stop();
    product.forget();
    // Only the API package, whose calls do nothing.
    const loaded = new Set(product.output().match(/(?<=loaded )@opentelemetry\/[\w-]+(?=\.)/g));
    expect(loaded).toEqual(new Set(['@opentelemetry/api']));
  });

  it('is sent to the configured collector, including the last spans at shutdown', async () => {
    const collector = await startCollector();
    const env = { NODE_OPTIONS: printLoaded, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const product = await startProduct({ env });
    await get(`${product.url}/api/marketplace`);
    await product.stop();
    product.forget();
    collector.close();
    expect(product.output()).toContain('loaded @opentelemetry/sdk-trace.');
    const sent = collector.received.flatMap(({ resourceSpans }) => resourceSpans);
    const names = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)));
    expect(names).toContain('GET /api/marketplace');
    expect(sent[0]?.resource.attributes).toEqual(
      expect.arrayContaining([
        { key: 'service.name', value: { stringValue: 'tessera' } },
        { key: 'tessera.role', value: { stringValue: 'all' } },
      ]),
    );
  });

  (isDrawn('traces without a collector', 3) ? it : it.skip)(
    'that can’t be sent stops neither the service nor its shutdown',
    async () => {
      const collector = await startCollector();
      collector.close();
      const product = await startProduct({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
      expect(await get(`${product.url}/health/live`)).toEqual({ status: 'ok' });
      await get(`${product.url}/api/marketplace`);
      await product.stop();
      product.forget();
      expect(product.output()).toContain('traces could not be sent');
      expect(product.output()).not.toContain('could not stop cleanly');
    },
  );

  it('with an invalid address prevents the start, with one line that names the setting', async () => {
    const started = startProduct({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' } });
    await expect(started).rejects.toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT is invalid or missing. Expected: the address of a trace collector, such as',
    );
  });
});
