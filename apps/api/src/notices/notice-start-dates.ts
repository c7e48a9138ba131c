import { Injectable } from '@nestjs/common';
import { Vault } from '../kernel/records/port.ts';

const collection = 'notices';

interface Since {
  /** ISO 8601. */
  readonly since: string;
}

/** From when on a kind of notice is owed: a shop that sold before there was one owes none for those sales. */
@Injectable()
export class NoticeStartDates {
  constructor(private readonly vault: Vault) {}

  /** Of the first start with this kind; by this machine's clock, as it is compared with times that the log gave. */
  async of(kind: 'receipts' | 'money-mails'): Promise<string> {
    const now: Since = { since: new Date().toISOString() };
    if (await this.vault.insert(collection, kind, now)) return now.since;
    return (await this.vault.get<Since>(collection, kind))?.since ?? now.since;
  }
}
