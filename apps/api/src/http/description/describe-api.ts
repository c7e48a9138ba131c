import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AuthErrorAnswer, ErrorAnswer } from '@tessera/contract/kernel/errors';
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
  admin: 'The event log, the views and the platform’s integrations.',
  operations: 'Health, metrics and public settings.',
};

const errorAnswer = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

interface Operation {
  readonly responses: Record<string, unknown>;
}

/**
 * Adds what every route has in common: it can refuse a request, and it can fail, with an error in one of two forms; and
 * express answers a conditional GET with 304.
 */
const withCommonAnswers = (document: OpenAPIObject): OpenAPIObject => {
  const [error, authError] = [referenceTo(ErrorAnswer), referenceTo(AuthErrorAnswer)];
  for (const [path, operations] of Object.entries(document.paths)) {
    const form = path.startsWith('/auth/v1/') ? authError : error;
    for (const [method, { responses }] of Object.entries(operations as Record<string, Operation>)) {
      if (method === 'get') responses['304'] ??= { description: 'Not changed (`If-None-Match`).' };
      responses['4XX'] = errorAnswer('Refused: the caller can fix the request.', form);
      responses['5XX'] = errorAnswer('Failed: try again in a moment.', form);
    }
  }
  return document;
};

const documentOf = (app: INestApplication): OpenAPIObject => {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tessera')
    .setDescription('The API that the browser client uses. Amounts of money are in cents unless a field says dollars.')
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth();
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  const document = withCommonAnswers(SwaggerModule.createDocument(app, builder.build()));
  return { ...document, components: { ...document.components, schemas: schemas() } };
};

/** Serves the API description at `/api/docs` for people, and at `/api/openapi.json` for programs. */
export const describeApi = (app: INestApplication) => {
  SwaggerModule.setup('api/docs', app, () => documentOf(app), { jsonDocumentUrl: 'api/openapi.json' });
};
