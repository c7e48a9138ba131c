import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { brandLogoChanged } from '@tessera/domain/accounts/account-events';
import type { BrandLogoChangedData } from '@tessera/domain/accounts/account-events';
import { creatorPortraitChanged } from '@tessera/domain/accounts/profile/portrait';
import type { CreatorPortraitChangedData } from '@tessera/domain/accounts/profile/portrait';
import { content } from '@tessera/domain/content/content';
import { releasesOf } from '@tessera/domain/declaration';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { OpenPayment } from '@tessera/domain/ordering/open-payments.view';
import { order } from '@tessera/domain/ordering/order';
import { Clock } from '../../kernel/clock.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { Vault } from '../../kernel/records/port.ts';
import { deleteMedia, MediaLibrary, PreviewRewriteQueue } from '../../media/public.ts';

const collection = 'media-erasures';
const open = 'open';
/** By then, a payment that was being started when the account was deleted is in the log. */
const beginsAfterMs = 3_000;
const viewsWaitMaxMs = 2_000;
/** Refolding takes minutes in a large shop, so the pause after it is this many times as long. */
const pauseFactor = 9;

const openPayments = { sort: { field: 'started_at', descending: false } } as const;
const itemsOf = (creator_id: string) => ({
  where: { creator_id },
  sort: { field: 'created_at', descending: false },
});

/** The path of the logo or portrait that this event set; null if it set none. */
const profilePictureIn = ({ type, data }: { readonly type: string; readonly data: unknown }): string | null => {
  switch (type) {
    case brandLogoChanged.type:
      return (data as BrandLogoChangedData).logo_url;
    case creatorPortraitChanged.type:
      return (data as CreatorPortraitChangedData).portrait_url;
    default:
      return null;
  }
};

interface Erasure {
  readonly group: typeof open;
  readonly since_ms: number;
}

/**
 * Erases what no contract needs of deleted accounts: the texts of all items, and all media that no license covers, namely
 * unsold items, uploads, logos and portraits. The media of an item that is being paid for are kept until that payment has
 * an outcome. Pending erasures are recorded in the vault, and each step can be repeated.
 */
@Injectable()
export class EraseContent implements OnApplicationBootstrap {
  /** By `performance.now()`. */
  #pausedUntilMs = 0;

  constructor(
    private readonly commands: CommandBus,
    private readonly work: BackgroundWork,
    private readonly library: MediaLibrary,
    private readonly streams: Streams,
    private readonly projections: Projections,
    private readonly events: EventStore,
    private readonly views: ReadStore,
    private readonly vault: Vault,
    private readonly store: MediaStore,
    private readonly previews: PreviewRewriteQueue,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'erasing what deleted accounts leave', round: ({ signal }) => this.eraseAll(signal) });
  }

  /** Schedules the erasure for an account that is already deleted. */
  async schedule(accountId: string) {
    const erasure: Erasure = { group: open, since_ms: this.clock.now().getTime() };
    await this.vault.put(collection, accountId, erasure);
  }

  /** Erases the texts of the account's items that the view has. Returns a position by which they are erased; -1 if none. */
  async eraseTexts(accountId: string, metadata: EventMetadata): Promise<number> {
    const erase = { kind: 'erase', creator_id: accountId } as const;
    let erasedAt = -1;
    for await (const { key } of everyDocument<OwnContent>(this.views, 'own-content', itemsOf(accountId))) {
      const { position } = await this.commands.execute(new Dispatch(content, key, erase, metadata));
      erasedAt = Math.max(erasedAt, position);
    }
    return erasedAt;
  }

  private async eraseAll(signal: AbortSignal) {
    if (performance.now() < this.#pausedUntilMs) return;
    const nowMs = this.clock.now().getTime();
    const done: string[] = [];
    let isInViews = false;
    for (const { key, value } of await this.vault.inGroup<Erasure>(collection, open)) {
      if (signal.aborted) return;
      if (value.since_ms + beginsAfterMs > nowMs) continue;
      const left = await this.erase(key);
      if (left !== 'something to do') done.push(key);
      isInViews ||= left === 'bytes in views';
    }
    if (done.length === 0 || (isInViews && !(await this.refold(signal)))) return;
    for (const accountId of done) await this.vault.delete(collection, accountId);
    await this.vault.scrub();
  }

  /** Refolds the views, once for all accounts whose texts they contain. Returns whether that was completed. */
  private async refold(signal: AbortSignal): Promise<boolean> {
    const beganMs = performance.now();
    const isDone = await this.projections.forget(signal);
    const endedMs = performance.now();
    this.#pausedUntilMs = endedMs + pauseFactor * (endedMs - beganMs);
    return isDone;
  }

  private async erase(accountId: string): Promise<'something to do' | 'bytes in views' | 'nothing'> {
    await this.deleteOwnPictures(accountId);
    const paid = await this.contentInPayment();
    // Must come after reading the payments: one that succeeded meanwhile then shows up as a license.
    if (!(await this.projections.reached(await this.events.head(), viewsWaitMaxMs))) return 'something to do';
    const kept = new Set<string>();
    let isDone = true;
    for await (const { document } of everyDocument<OwnContent>(this.views, 'own-content', itemsOf(accountId))) {
      const { item, licenses } = document;
      if (licenses === 0 && !paid.has(item.content_id)) {
        await deleteMedia(this.store, item.media);
        for (const { file } of releasesOf(item)) await this.store.deleteOriginal(file);
        continue;
      }
      kept.add(item.media.original);
      // The preview files name the creator, who must be forgotten.
      await this.previews.add(item.content_id);
      isDone &&= licenses > 0;
    }
    await this.library.deleteAllOf(accountId, kept);
    // Also erases items that were published while the account was being closed.
    const erasedAt = await this.eraseTexts(accountId, { actor: accountId, correlation: accountId, causation: null });
    if (!isDone || !(await this.projections.reached(erasedAt, viewsWaitMaxMs))) return 'something to do';
    return erasedAt < 0 ? 'nothing' : 'bytes in views';
  }

  private async contentInPayment(): Promise<ReadonlySet<string>> {
    const paid = new Set<string>();
    for await (const { document } of everyDocument<OpenPayment>(this.views, 'open-payments', openPayments)) {
      const state = await this.streams.loadPublic(order, document.order_id);
      if (state.status === 'none') continue;
      for (const { item } of state.order.lines) paid.add(item.content_id);
    }
    return paid;
  }

  private async deleteOwnPictures(accountId: string) {
    for (const event of await this.events.readStream(streamOf(account, accountId))) {
      const path = profilePictureIn(event);
      if (path !== null) await this.store.deletePreview(path);
    }
  }
}
