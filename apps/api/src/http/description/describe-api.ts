import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AuthErrorAnswer, ErrorAnswer } from '@tessera/contract/kernel/errors';
import { referenceTo, schemas } from './schemas.ts';

const tags = {
  accounts:
    'Accounts, sessions and profiles. `/auth/v1` speaks the GoTrue protocol, so that its clients work unchanged.',
  content: 'What creators publish.',
  media: 'Uploads by the tus protocol, public previews and signed originals.',
  marketplace: 'What is for sale.',
  pages: 'What search engines and robots read.',
  ordering: 'Carts, orders and payments.',
  billing: 'Invoices and credit notes.',
  licensing: 'Licenses, their agreements and their proofs.',
  earnings: 'The balance, statements and payouts of creators.',
  dashboards: 'The figures of creators and brands.',
  notifications: 'What happened to one’s own.',
  boards: 'What brands collect before they license it.',
  referrals: 'Codes and whom they brought.',
  admin: 'The log, the views and the connections of the platform.',
  operations: 'Health, measures and public settings.',
};

const refusedAs = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

interface Operation {
  readonly responses: Record<string, unknown>;
}

/**
 * What holds for every route: it can be refused and it can fail, with an error in one of two forms; and what is read
 * can be asked for under the condition that it has changed, by express.
 */
const withCommonAnswers = (document: OpenAPIObject): OpenAPIObject => {
  const [error, authError] = [referenceTo(ErrorAnswer), referenceTo(AuthErrorAnswer)];
  for (const [path, operations] of Object.entries(document.paths)) {
    const form = path.startsWith('/auth/v1/') ? authError : error;
    for (const [method, { responses }] of Object.entries(operations as Record<string, Operation>)) {
      if (method === 'get') responses['304'] ??= { description: 'Has not changed since (`If-None-Match`).' };
      responses['4XX'] = refusedAs('Refused: the caller can mend it.', form);
      responses['5XX'] = refusedAs('Failed: try again in a moment.', form);
    }
  }
  return document;
};

const documentOf = (app: INestApplication): OpenAPIObject => {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tessera')
    .setDescription('The interface that the browser client uses. Money is in cents but where a field says dollars.')
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth();
  for (const [name, words] of Object.entries(tags)) builder.addTag(name, words);
  const document = withCommonAnswers(SwaggerModule.createDocument(app, builder.build()));
  return { ...document, components: { ...document.components, schemas: schemas() } };
};

/** Serves the description of the interface at `/api/docs` for people, and at `/api/openapi.json` for programs. */
export const describeApi = (app: INestApplication) => {
  SwaggerModule.setup('api/docs', app, () => documentOf(app), { jsonDocumentUrl: 'api/openapi.json' });
};
