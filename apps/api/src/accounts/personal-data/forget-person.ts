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

/** Everything that grants access to an account, and must go with it. */
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

  /** Ends the sessions last: a sign-in under way may still begin one until the credentials are gone. */
  async remove(accountId: string) {
    for (const email of await this.accounts.addresses(accountId)) await this.credentials.remove(email, accountId);
    await this.links.revokeAll(accountId);
    await this.factors.forget(accountId);
    await this.handles.releaseAll(accountId);
    this.accounts.forgetRole(accountId);
    await this.sessions.endAll(accountId);
  }
}

/**
 * Deletes an account and forgets its person. The deletion is first recorded in the vault, and each step can be repeated,
 * so that the next start finishes a deletion that a crash interrupted. The key goes last, as the other steps need it to
 * read whom they are about.
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

  /** Closes accounts that are back only because of a restored backup before anyone can sign in; the rest doesn't delay the start. */
  async onApplicationBootstrap() {
    for (const id of await this.list.remembered())
      await this.close(id, { actor: id, correlation: id, causation: null });
    this.finishing = this.finishAll().catch((error: unknown) => {
      this.logger.error({ err: error }, 'could not finish deleting accounts; the next start tries again');
    });
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    await this.finishing;
  }

  /** Returns the position of the deletion. */
  async forget(accountId: string, metadata: EventMetadata): Promise<number> {
    const position = await this.close(accountId, metadata);
    await this.finish(accountId, position, metadata);
    return position;
  }

  /** Once this is done, nobody can sign in, and the next start would finish the deletion. */
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
    await this.content.schedule(accountId);
    this.list.add(accountId);
    await this.codec.forget(accountId);
    await this.vault.delete(collection, accountId);
    await this.vault.scrub();
  }

  private async finishAll() {
    const open = await this.vault.inGroup(collection, unfinished);
    if (open.length === 0) return;
    // A stop doesn't wait for views that may never catch up.
    await Promise.race([this.projections.caughtUp, once(this.stopping.signal, 'abort')]);
    for (const { key } of open) {
      if (this.stopping.signal.aborted) return;
      // The deletion was recorded but never carried out, so the account stays.
      if (await this.access.isOpen(key)) continue;
      await this.finish(key, -1, { actor: key, correlation: key, causation: null });
    }
  }
}
