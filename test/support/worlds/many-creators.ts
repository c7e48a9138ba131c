import { join } from 'node:path';
import { account } from '@tessera/domain/accounts/account';
import { creatorRegistered } from '@tessera/domain/accounts/account-events';
import { saleMailsChosen } from '@tessera/domain/accounts/mails/sale-mails';
import { earning } from '@tessera/domain/earnings/earning';
import { splitOf } from '@tessera/domain/earnings/split';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import { streamOf } from '@tessera/domain/kernel/decider';
import { isFailure } from '@tessera/domain/kernel/failure';
import { licenseGranted } from '@tessera/domain/licensing/license';
import { receipt, receiptSent } from '@tessera/domain/ordering/receipts/receipt';
import { systemClock } from '../../../apps/api/src/kernel/clock.ts';
import { MasterKeys } from '../../../apps/api/src/kernel/keys/master-keys.ts';
import { PersonalDataCodec } from '../../../apps/api/src/kernel/log/personal-data.ts';
import { noStream } from '../../../apps/api/src/kernel/log/port.ts';
import { openSqliteEventStore } from '../../../apps/api/src/kernel/log/sqlite/engine.ts';
import type { VaultRecord } from '../../../apps/api/src/kernel/records/enumerable-vault.ts';
import { openSqliteVault } from '../../../apps/api/src/kernel/records/sqlite.ts';
import { MemoryVault } from '../doubles/memory-vault.ts';

const appendsInFlight = 1_024;
/** Of one creator’s sales: a statement finds its first line among 100, so fewer may be recorded in one millisecond. */
const ownAppendsInFlight = 16;
const keysAtOnce = 5_000;
const dayMs = 86_400_000;
/** Long enough ago that everything is due. */
const soldDaysAgo = 20;
const title = 'Harbour at dawn';
const metadata = { actor: 'system', correlation: 'many-creators', causation: null };

export interface ManyCreators {
  readonly dataDir: string;
  /** The product's master key, 64 hexadecimal digits. */
  readonly masterKey: string;
  readonly creators: number;
  /** By a creator's number, counted from zero; 'Creator' and the number if left out. */
  readonly nameOf?: (number: number) => string;
  /** The total for all of them. */
  readonly sales: number;
  /** An existing creator who also gets this many sales, each with its license and without emails. */
  readonly busy: { readonly creatorId: string; readonly sales: number };
}

/** Keeps the account keys that it creates, so that they can all be written to the product's own vault together. */
class KeptKeys extends MemoryVault {
  readonly made = new Map<string, VaultRecord[]>();
  override async insert(collection: string, key: string, value: unknown) {
    const records = this.made.get(collection) ?? [];
    if (records.length === 0) this.made.set(collection, records);
    records.push({ key, value });
    return super.insert(collection, key, value);
  }
}

const registered = (account_id: string, number: number, name = `Creator ${number}`) =>
  creatorRegistered.of({
    account_id,
    name,
    email: `creator-${number}@example.com`,
    phone: '+1 555 010 2030',
    social_handle: `@creator${number}`,
    payment_method: 'venmo',
    payout: {
      venmo_name: `creator-${number}`,
      paypal_email: null,
      bank_name: null,
      bank_account: null,
      bank_routing: null,
    },
    terms_version: '2026-11',
    referrer_id: null,
    invitation: null,
  });

/** The events that the decider derives from a sale. */
const posted = (creator_id: string, license_id: string, order_id: string, cents: number, paidAt: string) => {
  const ids = { license_id, order_id, creator_id, referrer_id: null };
  const split = splitOf(cents, false);
  const decided = earning.decide({ kind: 'post', ...ids, split, gateway: 'sandbox', paidAt }, earning.initial);
  if (isFailure(decided)) throw new Error(decided.message);
  return decided;
};

const granted = (creator_id: string, license_id: string, order_id: string, cents: number, start_date: string) =>
  licenseGranted.of({
    license_id,
    order_id,
    item: { content_id: 'photo', title, description: '', media_url: 'a.webp', media_type: 'image' },
    creator_id,
    creator_name: 'Stella Statement',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id: null,
    license_type: 'perpetual',
    quantity: 1,
    price_cents: cents,
    split: splitOf(cents, false),
    start_date,
    end_date: null,
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
  });

/** Prices of $20 to $120, including cents, the same in every run. */
const centsOf = (number: number) => 2_000 + ((number * 7_919) % 10_000);

/** Adds creators who have made sales, and what they earned, to the log of a product that is not running. */
export const addManyCreators = async ({ dataDir, masterKey, creators, nameOf, sales, busy }: ManyCreators) => {
  const events = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
  const vault = await openSqliteVault({ file: join(dataDir, 'vault.db') });
  const keys = new KeptKeys();
  const newId = () => systemClock.newId();
  const kinds = [creatorRegistered, saleMailsChosen, licenseGranted, receiptSent, ...earning.events];
  const codec = new PersonalDataCodec({
    definitions: new Map(kinds.map((kind) => [kind.type, kind])),
    vault: keys,
    masterKeys: new MasterKeys(Buffer.from(masterKey, 'hex')),
    newId,
  });
  const append = async (stream: string, decided: readonly DomainEvent[]) =>
    events.append(stream, noStream, await codec.encode(decided, metadata));
  const all = async (count: number, add: (number: number) => Promise<unknown>, inFlight = appendsInFlight) => {
    let next = 0;
    const worker = async () => {
      while (next < count) await add(next++);
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
  };
  const paidAt = new Date(Date.now() - soldDaysAgo * dayMs).toISOString();
  const sell = async (creatorId: string, number: number) => {
    const [license, order] = [newId(), newId()];
    const cents = centsOf(number);
    if (creatorId === busy.creatorId) {
      await append(`order-${order}`, [granted(creatorId, license, order, cents, paidAt)]);
      await append(streamOf(receipt, order), [receiptSent.of({ order_id: order })]);
    }
    await append(streamOf(earning, license), posted(creatorId, license, order, cents, paidAt));
  };
  try {
    const ids = Array.from({ length: creators }, () => newId());
    await all(creators, async (number) => {
      const account_id = ids[number] ?? '';
      const chosen = saleMailsChosen.of({ account_id, sale_mails: 'never' });
      await append(streamOf(account, account_id), [registered(account_id, number, nameOf?.(number)), chosen]);
    });
    for (const [collection, records] of keys.made) {
      for (let at = 0; at < records.length; at += keysAtOnce)
        await vault.putAll(collection, records.slice(at, at + keysAtOnce));
    }
    await all(sales, (number) => sell(ids[number % creators] ?? '', number));
    await all(busy.sales, (number) => sell(busy.creatorId, number), ownAppendsInFlight);
    const due = Array.from({ length: creators }, () => 0);
    for (let number = 0; number < sales; number += 1)
      due[number % creators]! += splitOf(centsOf(number), false).net_cents;
    return {
      /** By creator, in cents. */
      due: new Map(ids.map((id, number) => [id, due[number] ?? 0])),
    };
  } finally {
    await events.close();
    await vault.close();
  }
};
