import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AuthErrorsFilter } from './accounts/auth-errors.filter.ts';
import { AppModule } from './app.module.ts';
import type { Settings } from './app.module.ts';
import { waitForPosition } from './http/after.ts';
import { correlation } from './http/correlation.ts';
import { ErrorsByPath } from './http/errors-by-path.filter.ts';
import { ErrorsFilter } from './http/errors.filter.ts';
import { securityHeaders } from './http/security.ts';
import { webClient } from './http/web-client.ts';
import { FollowerService } from './kernel/follower.service.ts';
import { eventStoreToken, paymentsToken, readStoreToken, vaultToken } from './kernel/tokens.ts';
import { Metrics } from './operations/metrics.ts';

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const bodyMax = '256kb';

const describeApi = (app: NestExpressApplication) => {
  const options = new DocumentBuilder().setTitle('Tessera').setVersion('1').addBearerAuth().build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, options), {
    jsonDocumentUrl: 'api/openapi.json',
  });
};

const measureRequests = (app: NestExpressApplication) => {
  const { requests } = app.get(Metrics);
  app.use((request: { method: string }, response: NodeJS.EventEmitter & { statusCode: number }, next: () => void) => {
    const end = requests.startTimer({ method: request.method });
    response.on('finish', () => end({ status: String(response.statusCode) }));
    next();
  });
};

interface Closable {
  close(): unknown;
}

export interface Service {
  readonly stop: () => Promise<void>;
}

/** Brings the whole service up on its port; resolves when it answers. The views catch up meanwhile. */
export const startService = async (settings: Settings): Promise<Service> => {
  const { config } = settings;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(settings), {
    logger: ['error', 'warn'],
    bodyParser: false,
  });
  app.disable('x-powered-by');
  app.use(correlation);
  app.use(securityHeaders(config.publicUrl.startsWith('https:')));
  measureRequests(app);
  app.use(...webClient(webFolder));
  app.useBodyParser('json', { limit: bodyMax });
  app.use(waitForPosition(app.get(FollowerService)));
  app.useGlobalFilters(new ErrorsByPath('/auth/v1/', app.get(AuthErrorsFilter), app.get(ErrorsFilter)));
  describeApi(app);
  await app.listen(config.port);
  return {
    stop: async () => {
      await app.close();
      // The engines close last: until here somebody may still be using them.
      for (const token of [eventStoreToken, readStoreToken, vaultToken, paymentsToken]) {
        await app.get<Closable>(token).close();
      }
    },
  };
};
