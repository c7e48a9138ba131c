import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Attempts } from '../../adapters/attempts/attempts.ts';
import { RateLimit } from './rate-limit.ts';
import type { AppRequest } from '../request.ts';

/** What an account writes; each kind is counted separately. */
type WriteKind = 'edits' | 'orders' | 'uploads';
const kindKey = 'write-kind';

/** Marks a controller or route that writes orders or uploads instead of edits. */
export const Writes = (kind: Exclude<WriteKind, 'edits'>) => SetMetadata(kindKey, kind);
/** Marks a route that one write calls many times, such as for the parts of a file. */
export const NotCountedAsWrite = () => SetMetadata(kindKey, null);

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
/** Orders have a lower limit, as each may charge a card. */
const editsPerOrder = 5;

/**
 * Limits how much one account writes in a minute, so that no script floods the log, the disk or the payment gateway. No
 * person comes close. Routes that need no session have their own limits.
 */
@Injectable()
export class WriteLimits implements NestInterceptor {
  readonly #limits: Readonly<Record<WriteKind, RateLimit>>;

  constructor(
    private readonly reflector: Reflector,
    attempts: Attempts,
    @Inject(configToken) { writesPerMinute }: Pick<Config, 'writesPerMinute'>,
  ) {
    this.#limits = {
      edits: new RateLimit('edits', writesPerMinute, attempts),
      uploads: new RateLimit('uploads', writesPerMinute, attempts),
      orders: new RateLimit('orders', Math.ceil(writesPerMinute / editsPerOrder), attempts),
    };
  }

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const kind = this.kindOf(context);
    if (request.user && kind && !readMethods.includes(request.method)) {
      await this.#limits[kind].take(request.user.id, context.switchToHttp().getResponse<Response>());
    }
    return next.handle();
  }

  private kindOf(context: ExecutionContext) {
    const named = this.reflector.getAllAndOverride<WriteKind | null | undefined>(kindKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    return named === undefined ? 'edits' : named;
  }
}
