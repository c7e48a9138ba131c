import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { Clock } from '../../kernel/clock.ts';
import { configToken } from '../../kernel/tokens.ts';
import { MailRequests, retryForMs } from '../../mails/public.ts';
import { accountDeletedMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';

const mailKind = 'account_deleted';
/** How long the email waits for the deletion that was requested together with it. */
const deletingMaxMs = 10 * 60_000;

interface Farewell {
  readonly account_id: string;
  readonly email: string;
  readonly lastPayout: Parameters<typeof accountDeletedMail>[2];
}

/** Tells people that their account was deleted. Nothing else knows their address by then. */
@Injectable()
export class Farewells {
  constructor(
    private readonly mails: MailRequests,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {
    mails.register<Farewell>(mailKind, {
      usefulForMs: retryForMs,
      write: async ({ facts: { account_id, email, lastPayout }, atMs }) => {
        if (!(await this.accounts.identity(account_id))) {
          return accountDeletedMail(email, this.config.publicUrl, lastPayout);
        }
        return this.clock.now().getTime() < atMs + deletingMaxMs ? null : 'nobody';
      },
    });
  }

  /** Before the deletion, so that a crash loses neither: the email waits for it. */
  async request(farewell: Farewell): Promise<void> {
    await this.mails.add(this.mails.newId(mailKind), farewell);
  }
}
