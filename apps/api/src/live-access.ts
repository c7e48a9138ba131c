import { Injectable } from '@nestjs/common';
import { AccessTokens, SessionRegistry } from './accounts/public.ts';
import { AdminSessions } from './admin/public.ts';
import type { LiveAccess } from './kernel/live/live.gateway.ts';

/** Lets accounts and admins connect: a token that isn't an account's may be an admin's. */
@Injectable()
export class TokenAccess implements LiveAccess {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: SessionRegistry,
    private readonly admins: AdminSessions,
  ) {}

  async verify(token: string) {
    return (await this.tokens.verify(token)) ?? (await this.admins.verify(token));
  }

  onSessionEnded(listener: (sessionId: string) => void) {
    this.sessions.onEnded(listener);
    this.admins.onEnded(listener);
  }
}
