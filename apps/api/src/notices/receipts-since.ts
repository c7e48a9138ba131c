import { Injectable } from '@nestjs/common';
import { Vault } from '../kernel/records/port.ts';

const collection = 'notices';
const key = 'receipts';

interface Since {
  /** ISO 8601. */
  readonly since: string;
}

/** From when on an order gets a receipt: a shop that sold before there were receipts owes none for those sales. */
@Injectable()
export class ReceiptsSince {
  constructor(private readonly vault: Vault) {}

  /** Of the first start with receipts; by this machine's clock, as it is compared with times that the log gave. */
  async instant(): Promise<string> {
    const now: Since = { since: new Date().toISOString() };
    if (await this.vault.insert(collection, key, now)) return now.since;
    return (await this.vault.get<Since>(collection, key))?.since ?? now.since;
  }
}
