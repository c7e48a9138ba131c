import { Inject, Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { boards } from '@tessera/domain/boards/board';
import { isOnSale } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { lowestPriceOf } from '@tessera/domain/content/row';
import { nameInSentence } from '@tessera/domain/licensing/agreements/agreement';
import { formatUsd } from '@tessera/domain/money';
import { priceDrops } from '@tessera/domain/notices/price-mail';
import type { PriceDrop, PriceMailState } from '@tessera/domain/notices/price-mail';
import { wantsMail } from '@tessera/domain/mail-choices';
import type { Undelivered } from '@tessera/domain/undelivered';
import { mailOf } from '../adapters/mail/mail-content.ts';
import type { MailContent } from '../adapters/mail/mail-content.ts';
import type { Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { configToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { messageIdOf } from '../mails/public.ts';

const listedMax = 10;

export interface NamedPriceDrop extends PriceDrop {
  readonly title: string;
}

const titleOf = ({ title }: NamedPriceDrop) => `“${nameInSentence(title)}”`;

const lineOf = (drop: NamedPriceDrop) =>
  `${titleOf(drop)} is now ${formatUsd(drop.from_cents)}, down from ${formatUsd(drop.known_cents)}.`;

const linkOf = (drops: readonly NamedPriceDrop[], publicUrl: string): MailContent['action'] => {
  const [only, ...others] = drops;
  if (!only || others.length > 0) return { label: 'See my boards', url: `${publicUrl}/brand/boards` };
  const id = encodeURIComponent(only.content_id);
  return { label: 'View item', url: `${publicUrl}/brand/marketplace/${id}` };
};

const contentOf = (drops: readonly NamedPriceDrop[], publicUrl: string): MailContent => {
  const [first] = drops;
  const isOne = first && drops.length === 1;
  const more = drops.length - listedMax;
  return {
    subject: `Price drop: ${isOne ? titleOf(first) : `${drops.length} items you saved`}`,
    heading: isOne ? 'An item you saved dropped in price' : 'Items you saved dropped in price',
    paragraphs: [
      ...drops.slice(0, listedMax).map(lineOf),
      ...(more > 0 ? [`And ${more} more on your boards.`] : []),
      'Prices are for each item’s least expensive license and may change again.',
    ],
    action: linkOf(drops, publicUrl),
    footer:
      'You’re receiving this because you asked us to email you when items on your Tessera boards drop in price. You can turn these emails off in your account.',
  };
};

/** Finds price drops on saved items, and writes the email about them. */
@Injectable()
export class PriceMailWriter {
  constructor(
    private readonly streams: Streams,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** The price drops on everything that is on an account’s boards now. */
  async priceDropsOf(accountId: string, { mailed }: PriceMailState): Promise<readonly NamedPriceDrop[]> {
    const { state } = await this.streams.load(boards, accountId);
    const saved = state.flatMap(({ items }) => items);
    const stored = await this.views.load('own-content', [...new Set(saved.map(({ content_id }) => content_id))]);
    const onSale = (id: string) => {
      const own = stored.get(id)?.document as OwnContent | undefined;
      return own && isOnSale(own) ? own.item : null;
    };
    const costs = (id: string) => {
      const item = onSale(id);
      return item && lowestPriceOf(item.offers);
    };
    return priceDrops(saved, mailed, costs).map((drop) => ({ ...drop, title: onSale(drop.content_id)?.title ?? '' }));
  }

  async write(accountId: string, day: string, drops: readonly NamedPriceDrop[]): Promise<Mail | Undelivered> {
    const { state: reader } = await this.streams.load(account, accountId);
    // Without its key, the address of an account that is being deleted reads as null.
    if (reader.status !== 'open' || !reader.email) return 'no_address';
    if (!wantsMail('price_fallen', reader.mails)) return 'not_wanted';
    const { publicUrl } = this.config;
    return {
      ...mailOf(reader.email, contentOf(drops, publicUrl)),
      messageId: messageIdOf(`prices.${accountId}.${day}`, publicUrl),
    };
  }
}
