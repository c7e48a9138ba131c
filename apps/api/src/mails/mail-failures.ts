import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.ts';
import { Vault } from '../kernel/records/port.ts';

const collection = 'mail-failures';
const group = 'failed';
/** The name under which the failure of something that every email needs is noted. */
const everyMail = 'every';
const reasonMaxCharacters = 300;
/** How many failures of single emails are shown; the others are alike. */
const shownMax = 100;

export interface MailFailure {
  /** Why, without an address. */
  readonly reason: string;
  /** The latest try, ISO 8601. */
  readonly at: string;
}

type FailureRecord = MailFailure & { readonly group: typeof group };

/** Which emails were tried in vain and are tried again, and why: for the operator, on whatever node sends them. */
@Injectable()
export class MailFailures {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** @param name null if any email would have failed */
  async note(name: string | null, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : 'An unexpected error occurred.';
    const reason = message.slice(0, reasonMaxCharacters);
    const record: FailureRecord = { group, reason, at: this.clock.now().toISOString() };
    await this.vault.put(collection, name ?? everyMail, record);
  }

  async forget(name: string | null): Promise<void> {
    await this.vault.delete(collection, name ?? everyMail);
  }

  /** What a former process noted is over, or will be noted again. */
  async forgetAll(): Promise<void> {
    for (const { key } of await this.vault.inGroup(collection, group)) await this.vault.delete(collection, key);
  }

  /** The failure that holds up every email, if there is one, and those of single emails. */
  async all() {
    const found = await this.vault.inGroup<FailureRecord>(collection, group);
    const failures = found.map(({ key, value: { reason, at } }) => ({ mail: key, reason, at }));
    return {
      outage: failures.find(({ mail }) => mail === everyMail) ?? null,
      single: failures.filter(({ mail }) => mail !== everyMail).slice(0, shownMax),
    };
  }
}
