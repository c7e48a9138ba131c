import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dayOf } from '@tessera/domain/ledger';
import type { DuePriceMail } from '@tessera/domain/notices/due-price-mails.view';
import { isMailed, priceMail } from '@tessera/domain/notices/price-mail';
import type { PriceMailState } from '@tessera/domain/notices/price-mail';
import { priceWatchers } from '@tessera/domain/notices/price-watchers.view';
import type { PriceWatcher } from '@tessera/domain/notices/price-watchers.view';
import { Clock } from '../kernel/clock.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { MailKinds } from '../mails/public.ts';
import type { AnyNotice } from '../mails/public.ts';
import { PriceMailWriter } from './price-mail-writer.ts';
import type { NamedPriceDrop } from './price-mail-writer.ts';

const dayMs = 86_400_000;
/** How many accounts with nothing to tell today are remembered; a forgotten one is checked again. */
const rememberedMax = 100_000;
const always = '';

/** Tells the people who asked for it about price drops on their saved items, once a day. */
@Injectable()
export class PriceMails implements OnApplicationBootstrap {
  /** The last day on which an account was looked at. */
  private readonly checkedOn = new RecentMap<string, string>(rememberedMax);

  constructor(
    private readonly work: BackgroundWork,
    private readonly commands: CommandBus,
    private readonly writer: PriceMailWriter,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly views: ReadStore,
    kinds: MailKinds,
  ) {
    kinds.register('prices', { dueSince: () => always, noticeOf: (due) => this.noticeOf(due) });
  }

  onApplicationBootstrap() {
    this.work.start({ name: 'looking for lower prices', round: (tenure) => this.checkAll(tenure) });
  }

  private async checkAll(tenure: Tenure) {
    const day = dayOf(this.clock.now().toISOString());
    const query = { sort: { field: 'account_id', descending: false } };
    for await (const { document } of everyDocument<PriceWatcher>(this.views, priceWatchers.name, query)) {
      if (tenure.signal.aborted) return;
      if (this.checkedOn.get(document.account_id) !== day) await this.check(document.account_id, day);
    }
  }

  private async check(account_id: string, day: string) {
    const { state } = await this.streams.load(priceMail, account_id);
    if (!isMailed(state, day) && (await this.writer.priceDropsOf(account_id, state)).length > 0) {
      const metadata = { actor: 'system', correlation: account_id, causation: null };
      await this.commands.execute(new Dispatch(priceMail, account_id, { kind: 'announce', account_id, day }, metadata));
    }
    this.checkedOn.set(account_id, day);
  }

  private noticeOf({ account_id, day }: DuePriceMail): AnyNotice {
    let drops: readonly NamedPriceDrop[] = [];
    return {
      name: `prices of ${day} for account ${account_id}`,
      decider: priceMail,
      id: account_id,
      isSettled: (state: PriceMailState) => isMailed(state, day),
      commandOf: (outcome) => {
        const prices = drops.map(({ content_id, from_cents }) => ({ content_id, from_cents }));
        return { kind: 'record', account_id, day, prices, outcome };
      },
      write: async () => {
        const { state } = await this.streams.load(priceMail, account_id);
        // As they are now: the email may have waited.
        drops = await this.writer.priceDropsOf(account_id, state);
        return drops.length === 0 ? 'too_late' : this.writer.write(account_id, day, drops);
      },
      giveUpAtMs: Date.parse(day) + 2 * dayMs,
    };
  }
}
