import { Injectable } from '@nestjs/common';
import { Vault } from '../kernel/records/port.ts';

const collection = 'notices';

interface Since {
  /** ISO 8601. */
  readonly since: string;
}

type DatedKind = 'receipts' | 'money-mails' | 'payout-notices';

/** Since when each kind of notice is sent: what happened before the feature existed gets none. */
@Injectable()
export class NoticeStartDates {
  private readonly known = new Map<DatedKind, string>();

  constructor(private readonly vault: Vault) {}

  /** When the shop first started with this kind. By the machine's clock, because it is compared with times in the log. */
  async of(kind: DatedKind): Promise<string> {
    const since = this.known.get(kind) ?? (await this.noted(kind));
    this.known.set(kind, since);
    return since;
  }

  private async noted(kind: DatedKind): Promise<string> {
    const now: Since = { since: new Date().toISOString() };
    if (await this.vault.insert(collection, kind, now)) return now.since;
    return (await this.vault.get<Since>(collection, kind))?.since ?? now.since;
  }
}
