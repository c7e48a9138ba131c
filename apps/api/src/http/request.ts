import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Reader } from '@tessera/domain/kernel/view';
import type { Request } from 'express';

/** Who is signed in, as the guards found from the token and the account's own events. */
export interface SignedIn extends Reader {
  readonly id: string;
  readonly role: 'creator' | 'brand' | 'admin';
  readonly sessionId: string;
}

/** A request after the middleware (correlation) and, on guarded routes, the guard (user). */
export interface AppRequest extends Request {
  correlation: string;
  user?: SignedIn;
}

/** The signed-in account of a guarded route. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): SignedIn => {
  const { user } = context.switchToHttp().getRequest<AppRequest>();
  if (!user) throw new Error('CurrentUser stands on a route without a guard');
  return user;
});

/** Who calls a route of an `AnybodyGuard`; null for a visitor. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn | null =>
    context.switchToHttp().getRequest<AppRequest>().user ?? null,
);

/** What an event of this request records beside its data. */
export const Metadata = createParamDecorator((_data: unknown, context: ExecutionContext): EventMetadata => {
  const { user, correlation } = context.switchToHttp().getRequest<AppRequest>();
  return { actor: user?.id ?? 'visitor', correlation, causation: null };
});
