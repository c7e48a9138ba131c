import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { dayOf } from '@tessera/domain/ledger';
import { isMailed, priceMail } from '@tessera/domain/notices/price-mail';
import type { PriceMailState } from '@tessera/domain/notices/price-mail';
import { priceWatchers } from '@tessera/domain/notices/price-watchers.view';
import type { PriceWatcher } from '@tessera/domain/notices/price-watchers.view';
import type { MailOutcome } from '@tessera/domain/undelivered';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { Deliveries, sendingMaxMs } from './deliveries.ts';
import { PriceMailWriter } from './price-mail-writer.ts';
import type { NamedPriceDrop } from './price-mail-writer.ts';

const dayMs = 86_400_000;
/** How many accounts with nothing to tell today are remembered; a forgotten one is checked again. */
const rememberedMax = 100_000;

/** Emails the people who asked for it about price drops on their saved items, once a day. */
@Injectable()
export class PriceMails implements OnApplicationBootstrap {
  /** The last day on which an account was found to have nothing to tell. */
  private readonly checkedOn = new RecentMap<string, string>(rememberedMax);

  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly writer: PriceMailWriter,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly views: ReadStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'sending price mails',
      inFlightMaxMs: sendingMaxMs,
      round: (tenure) => this.sendAll(tenure),
      end: (tenure) => this.deliveries.allDone(tenure),
    });
  }

  private async sendAll(tenure: Tenure) {
    const today = dayOf(this.clock.now().toISOString());
    const query = { sort: { field: 'account_id', descending: false } };
    for await (const { document } of everyDocument<PriceWatcher>(this.views, priceWatchers.name, query)) {
      if (tenure.signal.aborted || !this.deliveries.isAvailable) return;
      if (this.checkedOn.get(document.account_id) !== today) await this.check(document.account_id, today, tenure);
    }
  }

  private async check(accountId: string, today: string, tenure: Tenure) {
    const { state } = await this.streams.load(priceMail, accountId);
    const drops = isMailed(state, today) ? [] : await this.writer.priceDropsOf(accountId, state);
    if (drops.length === 0) this.checkedOn.set(accountId, today);
    // Not remembered: the account is checked again until the mail's outcome is recorded.
    else await this.deliveries.begin(this.noticeOf(accountId, today, drops), tenure);
  }

  private noticeOf(account_id: string, day: string, drops: readonly NamedPriceDrop[]) {
    const prices = drops.map(({ content_id, from_cents }) => ({ content_id, from_cents }));
    return {
      name: `prices of ${day} for account ${account_id}`,
      decider: priceMail,
      id: account_id,
      isSettled: (state: PriceMailState) => isMailed(state, day),
      commandOf: (outcome: MailOutcome) => ({ kind: 'record', account_id, day, prices, outcome }) as const,
      write: () => this.writer.write(account_id, day, drops),
      giveUpAtMs: Date.parse(day) + 2 * dayMs,
    };
  }
}
