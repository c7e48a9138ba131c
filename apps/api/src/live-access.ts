import { Injectable } from '@nestjs/common';
import { AccessTokens } from './accounts/sessions/access-tokens.ts';
import { SessionRegistry } from './accounts/sessions/sessions.ts';
import { AdminSessions } from './admin/admin-session.ts';
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
