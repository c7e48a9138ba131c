import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SessionList } from '@tessera/contract/accounts/account';
import type { SessionRow } from '@tessera/contract/accounts/account';
import { notFound } from '@tessera/domain/failures';
import { Answers } from '../../http/description/answers.ts';
import { CurrentUser } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Refused } from '../../kernel/refused.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import type { OwnSession } from '../sessions/sessions.ts';

const rowOf = (session: OwnSession, current: boolean): SessionRow => ({
  id: session.id,
  current,
  ...session.device,
  started_at: new Date(session.startedAtMs).toISOString(),
  last_seen_at: new Date(session.lastSeenAtMs).toISOString(),
  awaits_second_factor: session.awaitsSecondFactor,
});

/** Where an account is signed in. A session's id identifies it, but grants no access. */
@ApiTags('accounts')
@Controller('api/account/sessions')
@OnlyFor('creator', 'brand')
export class OwnSessionsController {
  constructor(private readonly sessions: SessionRegistry) {}

  @Get()
  @Answers('Lists where you are signed in, the most recently used session first.', { 200: SessionList })
  async list(@CurrentUser() { id, sessionId }: SignedIn) {
    const own = await this.sessions.ofAccount(id);
    return { sessions: own.map((session) => rowOf(session, session.id === sessionId)) };
  }

  @Delete(':id')
  @Answers('Signs a device out, which may be this one.', { 204: null })
  async end(@Param('id') sessionId: string, @CurrentUser() { id }: SignedIn) {
    if (!(await this.sessions.endOwn(id, sessionId))) throw new Refused(notFound());
  }
}
