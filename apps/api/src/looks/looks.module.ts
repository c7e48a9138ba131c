import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { LooksController, looksLimitToken, looksPerMinute } from './looks.controller.ts';
import { Looks } from './looks.ts';

@Module({
  imports: [AttemptsModule, CqrsModule],
  controllers: [LooksController],
  providers: [
    Looks,
    {
      provide: looksLimitToken,
      inject: [Attempts],
      useFactory: (attempts: Attempts) => new RateLimit('looks', looksPerMinute, attempts),
    },
  ],
})
export class LooksModule {}
