import { Inject, Injectable } from '@nestjs/common';
import type { Undelivered } from '@tessera/domain/undelivered';
import type { Logger } from 'pino';
import { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import type { Mail } from '../adapters/mail/port.ts';
import { MasterKeys } from '../kernel/keys/master-keys.ts';
import type { Wrapped } from '../kernel/keys/master-keys.ts';
import { Vault } from '../kernel/records/port.ts';
import { configToken, loggerToken } from '../kernel/tokens.ts';
import { messageIdOf, noticeOfMail } from './notice.ts';
import type { AnyNotice } from './notice.ts';

const collection = 'mail-requests';
const group = 'due';

interface RequestRecord extends Wrapped {
  readonly group: typeof group;
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether its link is valid already: it must not be made valid again once it was used. */
  readonly is_issued?: true;
}

/** A requested email. */
export interface MailRequest<Facts> {
  readonly id: string;
  readonly facts: Facts;
  /** When it was requested: ms since 1970. */
  readonly atMs: number;
  readonly isIssued: boolean;
}

interface WritesRequest<Facts> {
  /** How long after the request the email is still of use. */
  readonly usefulForMs: number;
  /** The email, or why there is none; null while it has to wait, and 'nobody' if nobody should get any. */
  readonly write: (request: MailRequest<Facts>) => Promise<Mail | Undelivered | 'nobody' | null>;
}

/**
 * Emails that no event may ask for, because they contain a secret, or go to an address that is no account's. They are
 * requested in the vault, encrypted, and stay there until their outcome is recorded. The secret is in the request: an email
 * that is sent again is the same email.
 */
@Injectable()
export class MailRequests {
  private readonly kinds = new Map<string, WritesRequest<never>>();
  private readonly masterKeys: MasterKeys;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {
    this.masterKeys = MasterKeys.of(config);
  }

  /** Says how emails of a kind are written. */
  register<Facts>(kind: string, writes: WritesRequest<Facts>) {
    this.kinds.set(kind, writes);
  }

  newId(kind: string): string {
    return `${kind}.${this.clock.newId()}`;
  }

  /** Durable once it resolves. @param id from `newId`; adding it again changes nothing */
  async add(id: string, facts: unknown): Promise<void> {
    const kind = id.slice(0, id.indexOf('.'));
    const wrapped = this.masterKeys.wrap(Buffer.from(JSON.stringify(facts)), id);
    const record: RequestRecord = { group, kind, at: this.clock.now().toISOString(), ...wrapped };
    await this.vault.insert(collection, id, record);
  }

  async markIssued(id: string): Promise<void> {
    await this.vault.update<RequestRecord>(collection, id, (record) => record && { ...record, is_issued: true });
  }

  /** The requested emails without a recorded outcome, oldest first. */
  async notices(): Promise<readonly AnyNotice[]> {
    const found = await this.vault.inGroup<RequestRecord>(collection, group);
    return found
      .toSorted((one, other) => one.value.at.localeCompare(other.value.at))
      .flatMap(({ key, value }) => {
        const kind = this.kinds.get(value.kind);
        return kind ? [this.noticeOf(key, value, kind)] : [];
      });
  }

  /** How many wait, and since when the oldest does, ISO 8601. */
  async waiting() {
    const found = await this.vault.inGroup<RequestRecord>(collection, group);
    const [since = null] = found.map(({ value }) => value.at).toSorted();
    return { count: found.length, since };
  }

  private noticeOf(id: string, record: RequestRecord, { usefulForMs, write }: WritesRequest<never>): AnyNotice {
    const giveUpAtMs = Date.parse(record.at) + usefulForMs;
    return noticeOfMail(id, {
      isUrgent: true,
      giveUpAtMs,
      write: async () => {
        if (this.clock.now().getTime() >= giveUpAtMs) return 'too_late';
        const facts = this.factsOf(id, record);
        if (facts === null) return 'too_late';
        // Read again: an earlier try may have issued its link.
        const isIssued = (await this.vault.get<RequestRecord>(collection, id))?.is_issued === true;
        const written = await write({ id, facts: facts as never, isIssued, atMs: Date.parse(record.at) });
        if (written === 'nobody') await this.remove(id);
        if (written === null || typeof written === 'string') return written === 'nobody' ? null : written;
        return { ...written, messageId: messageIdOf(id, this.config.publicUrl) };
      },
      onSettled: () => this.remove(id),
    });
  }

  /** Null for a request from before the MASTER_KEY was changed. */
  private factsOf(id: string, record: RequestRecord): object | null {
    try {
      return JSON.parse(this.masterKeys.unwrap(record, id).toString()) as object;
    } catch (error) {
      this.logger.error({ err: error, mail: record.kind }, 'a requested email cannot be read');
      return null;
    }
  }

  private async remove(id: string) {
    await this.vault.delete(collection, id);
  }
}
