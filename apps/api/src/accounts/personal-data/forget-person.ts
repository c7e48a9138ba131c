import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Logger } from 'pino';
import { EventCodec } from '../../kernel/log/codec.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { Vault } from '../../kernel/records/port.ts';
import { Accounts } from '../accounts.ts';
import { Credentials } from '../auth/credentials.ts';
import { EraseContent } from './erase-content.effect.ts';
import { ForgottenList } from './forgotten-list.ts';
import { OneTimeTokens } from '../links/one-time-tokens.ts';
import { Handles } from '../page/handles.ts';
import { Factors } from '../second-factor/factors.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import { LastPayouts } from '../../payouts/public.ts';

const collection = 'deletions';
const unfinished = 'unfinished';
const viewsWaitMaxMs = 2_000;

/** What opens an account, and must be gone with it. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly links: OneTimeTokens,
    private readonly factors: Factors,
    private readonly handles: Handles,
    private readonly sessions: SessionRegistry,
  ) {}

  async isOpen(accountId: string) {
    return (await this.accounts.identity(accountId)) !== null;
  }

  /** The sessions end last: a sign-in under way may still begin one until the credentials are gone. */
  async remove(accountId: string) {
    const email = await this.accounts.registeredEmail(accountId);
    if (email !== null) await this.credentials.remove(email, accountId);
    await this.links.revokeAll(accountId);
    await this.factors.forget(accountId);
    await this.handles.releaseAll(accountId);
    this.accounts.forgetRole(accountId);
    await this.sessions.endAll(accountId);
  }
}

/**
 * Deletes an account and forgets its person. What is to be done is noted in the vault first, and each step can be
 * repeated, so that a deletion that a crash cut short is finished at the next start. The key goes last: until then
 * the steps can be told whom they are about.
 */
@Injectable()
export class ForgetPerson implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private finishing: Promise<void> = Promise.resolve();

  constructor(
    private readonly commands: CommandBus,
    private readonly access: AccountAccess,
    private readonly content: EraseContent,
    private readonly list: ForgottenList,
    private readonly lastPayouts: LastPayouts,
    private readonly projections: Projections,
    private readonly codec: EventCodec,
    private readonly vault: Vault,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Who is known again only because a backup was put back can't sign in; the rest doesn't hold up the start. */
  async onApplicationBootstrap() {
    for (const id of await this.list.remembered())
      await this.close(id, { actor: id, correlation: id, causation: null });
    this.finishing = this.finishAll().catch((error: unknown) => {
      this.logger.error({ err: error }, 'deletions of accounts could not be finished; the next start tries again');
    });
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    await this.finishing;
  }

  /** Answers the position of the deletion. */
  async forget(accountId: string, metadata: EventMetadata): Promise<number> {
    const position = await this.close(accountId, metadata);
    await this.finish(accountId, position, metadata);
    return position;
  }

  /** From here on nobody gets in, and the next start finishes it. */
  private async close(accountId: string, metadata: EventMetadata): Promise<number> {
    await this.vault.put(collection, accountId, { group: unfinished });
    await this.lastPayouts.keepFor(accountId);
    const deleted = await this.commands.execute(new Dispatch(account, accountId, { kind: 'delete-account' }, metadata));
    await this.access.remove(accountId);
    return deleted.position;
  }

  private async finish(accountId: string, deletedAt: number, metadata: EventMetadata) {
    await this.access.remove(accountId);
    await this.projections.reached(deletedAt, viewsWaitMaxMs);
    await this.content.eraseTexts(accountId, metadata);
    await this.content.ofAccount(accountId);
    this.list.add(accountId);
    await this.codec.forget(accountId);
    await this.vault.delete(collection, accountId);
    await this.vault.scrub();
  }

  private async finishAll() {
    const open = await this.vault.inGroup(collection, unfinished);
    if (open.length === 0) return;
    // A stop doesn't wait for views that may never get there.
    await Promise.race([this.projections.caughtUp, once(this.stopping.signal, 'abort')]);
    for (const { key } of open) {
      if (this.stopping.signal.aborted) return;
      // Noted, but never decided: then the account lives on.
      if (await this.access.isOpen(key)) continue;
      await this.finish(key, -1, { actor: key, correlation: key, causation: null });
    }
  }
}
