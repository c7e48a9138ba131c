import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  LiveMessage,
  LiveUpdate,
  NodeStopping,
  Unwatched,
  WatchRefused,
  WatchRequest,
} from '@tessera/contract/kernel/live';
import { describeRefusals } from './refusals.ts';
import type { Operation } from './refusals.ts';
import { referenceTo, schemas } from './schemas.ts';

const tags = {
  accounts:
    'Accounts, sessions and profiles. `/auth/v1` speaks the GoTrue protocol, so that its clients work unchanged.',
  content: 'Items that creators publish.',
  media: 'Uploads with the tus protocol, public previews and signed originals.',
  marketplace: 'Items for sale.',
  pages: 'Pages for search engines and other robots.',
  ordering: 'Carts, orders and payments.',
  billing: 'Invoices and credit notes.',
  licensing: 'Licenses, their agreements and their proofs.',
  earnings: 'Balances, statements and payouts of creators.',
  dashboards: 'The figures of creators and brands.',
  notifications: 'What happened to your content, sales and orders.',
  boards: 'Items that brands collect before licensing them.',
  referrals: 'Referral codes, and the creators who signed up with them.',
  admin: 'What the operator does: money, payouts, refunds, disputes, reports, the event log, views and integrations.',
  operations: 'Health, metrics and public settings.',
};

/** Reads wait for what the caller has just changed: see `waitForPosition`. */
const after = {
  name: 'after',
  in: 'query',
  required: false,
  description: 'The `position` of a change: the response includes it, unless that takes longer than two seconds.',
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};

/** Adds what operations have in common: refusals and failures; and express answers a conditional GET with 304. */
const withCommonAnswers = (document: OpenAPIObject): OpenAPIObject => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      describeRefusals(path, method, operation);
      if (method !== 'get') continue;
      operation.responses['304'] ??= { description: 'Not changed (`If-None-Match`).' };
      if (path.startsWith('/api/')) operation.parameters = [...(operation.parameters ?? []), after];
    }
  }
  return document;
};

/** The messages of live connections, for which OpenAPI has no place of its own. */
const liveMessages = () => ({
  namespace: '/live',
  sent: {
    watch: { message: referenceTo(WatchRequest), answers: [LiveMessage, WatchRefused].map(referenceTo) },
    unwatch: { message: referenceTo(WatchRequest), answers: [referenceTo(Unwatched)] },
  },
  received: { view: referenceTo(LiveUpdate), stopping: referenceTo(NodeStopping) },
});

const documentOf = (app: INestApplication): OpenAPIObject => {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tessera')
    .setDescription(
      'The API that the browser client uses. Money is in cents where a field is an integer, and in dollars elsewhere. ' +
        'A body with an unknown field is refused, except in a client’s metadata and a gateway’s message. Changes come live ' +
        'over socket.io, in the namespace `/live`: what is watched with a `WatchRequest` is sent as a `LiveUpdate` ' +
        'whenever it changes. A node that stops sends each connection a `NodeStopping`.',
    )
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth();
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  const document = withCommonAnswers(SwaggerModule.createDocument(app, builder.build()));
  const live = { 'x-live': liveMessages() };
  return { ...document, ...live, components: { ...document.components, schemas: schemas() } };
};

/** Serves the API description at `/api/docs` for people, and at `/api/openapi.json` for programs. */
export const describeApi = (app: INestApplication) => {
  SwaggerModule.setup('api/docs', app, () => documentOf(app), { jsonDocumentUrl: 'api/openapi.json' });
};
