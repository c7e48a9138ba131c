import { Injectable } from '@nestjs/common';
import { Vault } from '../kernel/records/port.ts';

const collection = 'notices';

interface Since {
  /** ISO 8601. */
  readonly since: string;
}

/** Since when each kind of notice is sent: sales from before the feature existed get none. */
@Injectable()
export class NoticeStartDates {
  constructor(private readonly vault: Vault) {}

  /** When the shop first started with this kind. By the machine's clock, because it is compared with times in the log. */
  async of(kind: 'receipts' | 'money-mails'): Promise<string> {
    const now: Since = { since: new Date().toISOString() };
    if (await this.vault.insert(collection, kind, now)) return now.since;
    return (await this.vault.get<Since>(collection, kind))?.since ?? now.since;
  }
}
