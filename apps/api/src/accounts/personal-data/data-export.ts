import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { profileOf } from '@tessera/domain/accounts/profile/profile';
import { notFound } from '@tessera/domain/failures';
import { streamOf } from '@tessera/domain/kernel/decider';
import { Clock } from '../../kernel/clock.ts';
import type { SignedIn } from '../../http/request.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { BusinessExport } from './business-export.ts';
import { EventExport } from './event-export.ts';
import { Factors } from '../second-factor/factors.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import type { OwnSession } from '../sessions/sessions.ts';
import { factorRow } from '../sessions/user-sessions.ts';

const sessionRow = ({ method, device, startedAtMs, lastSeenAtMs, endsAtMs }: OwnSession) => ({
  method,
  ...device,
  started_at: new Date(startedAtMs).toISOString(),
  last_seen_at: new Date(lastSeenAtMs).toISOString(),
  ends_at: new Date(endsAtMs).toISOString(),
});

/** Exports everything that the product knows about a person, for that person. Never contains a hash, key or token. */
@Injectable()
export class DataExport {
  constructor(
    private readonly streams: Streams,
    private readonly sessions: SessionRegistry,
    private readonly factors: Factors,
    private readonly business: BusinessExport,
    private readonly events: EventExport,
    private readonly clock: Clock,
  ) {}

  async of(user: SignedIn) {
    const { state } = await this.streams.load(account, user.id);
    if (state.status !== 'open') throw new Refused(notFound());
    const { rows, streams } = await this.business.of(state);
    const { factors, recovery_hashes } = await this.factors.of(user.id);
    return {
      exported_at: this.clock.now().toISOString(),
      profile: profileOf(state),
      email_confirmed: state.email_confirmed,
      sessions: (await this.sessions.ofAccount(user.id)).map(sessionRow),
      second_factors: factors.map(factorRow),
      recovery_codes_left: recovery_hashes.length,
      ...rows,
      events: await this.events.of([streamOf(account, user.id), ...streams]),
    };
  }
}
