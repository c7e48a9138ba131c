import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountExists } from '@tessera/domain/accounts/access/identity-failures';
import { emailLinkOver } from '@tessera/domain/accounts/access/own-email';
import type { EmailLinkForm } from '@tessera/domain/accounts/access/own-email-forms';
import { account } from '@tessera/domain/accounts/account';
import { comparableAddress, isSameAddress } from '@tessera/domain/accounts/email-address';
import { invalidInput, notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Config } from '../../config.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { MailRequests } from '../../mails/public.ts';
import { emailChangeMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { Credentials } from '../auth/credentials.ts';
import { OneTimeTokens, newSecret, tokenLifeMs, tokenOf } from '../links/one-time-tokens.ts';
import { SecurityMails } from '../security-mails.ts';
import { SessionRegistry } from '../sessions/sessions.ts';

/** Stored with the link; a hash, so that the vault contains no address in plain text. */
interface LinkAbout {
  readonly email_hash: string;
}

const hashOf = (email: string) => createHash('sha256').update(comparableAddress(email)).digest('hex');

const linkPath = '/account/email';
const mailKind = 'email_change';
const ownMessage = 'That’s your email address already';

const taken = () => accountExists({ fields: { email: accountExists().message } });

interface ChangeMail {
  readonly account_id: string;
  /** The new address. */
  readonly email: string;
  readonly secret: string;
}

interface Confirmation {
  readonly accountId: string;
  /** The only session that continues. */
  readonly sessionId: string;
  readonly link: EmailLinkForm;
}

/**
 * Gives an account another address. The new one is reserved first, then one event makes it the account's, then the former
 * one is freed. A crash in between leaves an address reserved that nobody signs in with; confirming again goes on from there.
 */
@Injectable()
export class ChangeEmail {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly links: OneTimeTokens,
    private readonly sessions: SessionRegistry,
    private readonly commands: CommandBus,
    private readonly mails: MailRequests,
    private readonly security: SecurityMails,
    @Inject(configToken) private readonly config: Config,
  ) {
    mails.register<ChangeMail>(mailKind, {
      usefulForMs: tokenLifeMs.email_change,
      write: async ({ facts: { account_id, email, secret } }) => {
        const token = tokenOf(account_id, secret);
        return emailChangeMail(email, this.#linkOf(token, email));
      },
    });
  }

  /** Mails a link to the new address, and a notice to the current one. @throws Refused if the address is taken */
  async ask({ id, email: current }: Identity & { readonly email: string }, email: string): Promise<void> {
    if (isSameAddress(current, email)) {
      throw new Refused(invalidInput({ message: `${ownMessage}.`, fields: { email: ownMessage } }));
    }
    const held = await this.credentials.find(email);
    if (held && held.account_id !== id && (await this.accounts.identity(held.account_id))) throw new Refused(taken());
    const about: LinkAbout = { email_hash: hashOf(email) };
    const secret = newSecret();
    // First, so that nobody gets such a link without the owner being told.
    await this.security.notify(id, { about: 'email_change_asked', facts: null });
    await this.links.issue('email_change', id, about, secret);
    await this.mails.add(this.mails.newId(mailKind), { account_id: id, email, secret } satisfies ChangeMail);
  }

  /**
   * Also ends all other sessions and revokes open links, which were mailed to the former address. Only the account itself,
   * signed in, can use the link: the new address may have been mistyped and belong to someone else.
   * @throws Refused if the link is no longer good, or someone else has the address by now
   */
  async confirm({ accountId, sessionId, link }: Confirmation, metadata: EventMetadata): Promise<void> {
    const former = (await this.accounts.identity(accountId))?.email;
    if (!former) throw new Refused(notFound());
    const { token, email } = link;
    const used = await this.links.use<LinkAbout>(
      'email_change',
      token,
      (found) => found.accountId === accountId && found.about.email_hash === hashOf(email),
    );
    if (!used) {
      if (isSameAddress(former, email)) return;
      throw new Refused(emailLinkOver());
    }
    if (!(await this.credentials.reserveMove(former, email, accountId))) throw new Refused(taken());
    await this.commands.execute(new Dispatch(account, accountId, { kind: 'change-email', email }, metadata));
    await this.credentials.finishMove(former, email, accountId);
    await this.links.revokeAll(accountId);
    await this.sessions.endAll(accountId, sessionId);
  }

  /** The token is in the fragment, which browsers send to nobody. */
  #linkOf(token: string, email: string): string {
    const url = new URL(linkPath, this.config.publicUrl);
    url.hash = new URLSearchParams({ token, email }).toString();
    return url.href;
  }
}
