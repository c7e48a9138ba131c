import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Reader } from '@tessera/domain/kernel/view';
import type { Request } from 'express';

/** The signed-in account, as the guards determine it from the token and the account's events. */
export interface SignedIn extends Reader {
  readonly id: string;
  readonly role: 'creator' | 'brand' | 'admin';
  readonly sessionId: string;
}

/** A request after the middleware has set its ids and, on guarded routes, the guard has set `user`. */
export interface AppRequest extends Request {
  /** Our own id, which its events carry. */
  correlation: string;
  /** The caller's id if there is one, else the same: for traces and the answer, never for the log. */
  requestId: string;
  user?: SignedIn;
}

/** The signed-in account of a guarded route. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): SignedIn => {
  const { user } = context.switchToHttp().getRequest<AppRequest>();
  if (!user) throw new Error('CurrentUser is used on a route without a guard');
  return user;
});

/** The signed-in account on a route of the `OptionalAuthGuard`; null for a visitor. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn | null =>
    context.switchToHttp().getRequest<AppRequest>().user ?? null,
);

/** The metadata of the events that this request causes. */
export const Metadata = createParamDecorator((_data: unknown, context: ExecutionContext): EventMetadata => {
  const { user, correlation } = context.switchToHttp().getRequest<AppRequest>();
  return { actor: user?.id ?? 'visitor', correlation, causation: null };
});
