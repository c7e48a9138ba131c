import { Injectable } from '@nestjs/common';
import type { BoardItemRow, BoardRow } from '@tessera/contract/boards';
import type { Board } from '@tessera/domain/boards/board';
import { isOnSale } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { contentRow, lowestPriceOf } from '@tessera/domain/content/row';
import { dollarsOf } from '@tessera/domain/money';
import { ReadStore } from '../kernel/views/port.ts';

const coversMax = 4;
/** How many of a board's first items are read for its covers, because some may have left the market. */
const coverCandidates = 8;

type Known = ReadonlyMap<string, OwnContent>;

const forSale = (known: Known, contentId: string) => {
  const own = known.get(contentId);
  return own && isOnSale(own) ? contentRow(own.item, own.measures) : null;
};

/** Boards for the wire, with their items as they are now. */
@Injectable()
export class BoardRows {
  constructor(private readonly views: ReadStore) {}

  async summaries(boards: readonly Board[]): Promise<readonly BoardRow[]> {
    const candidates = boards.flatMap(({ items }) => items.slice(0, coverCandidates));
    const known = await this.known(candidates.map(({ content_id }) => content_id));
    return boards.map(({ board_id: id, name, created_at, items, link }) => ({
      id,
      name,
      created_at,
      shared: link !== null,
      content_ids: items.map(({ content_id }) => content_id),
      covers: items.flatMap(({ content_id }) => forSale(known, content_id) ?? []).slice(0, coversMax),
    }));
  }

  /** Items as their owner sees them. */
  async ownItems({ items }: Pick<Board, 'items'>): Promise<readonly BoardItemRow[]> {
    const known = await this.known(items.map(({ content_id }) => content_id));
    return items.map(({ content_id, from_cents, note }) => ({
      content_id,
      title: known.get(content_id)?.item.title ?? '',
      note,
      saved_price: from_cents === null ? null : dollarsOf(from_cents),
      content: forSale(known, content_id),
    }));
  }

  /** Items as everyone with the link sees them. */
  async sharedItems(board: Pick<Board, 'items'>, withNotes: boolean): Promise<readonly BoardItemRow[]> {
    const rows = await this.ownItems(board);
    return rows.map((row) => ({ ...row, note: withNotes ? row.note : '', saved_price: null }));
  }

  /** Those of the ids that can be saved: existing items, on sale or not. */
  async toSave(contentIds: readonly string[]) {
    const known = await this.known(contentIds);
    return contentIds.flatMap((content_id) => {
      const own = known.get(content_id);
      return own ? [{ content_id, from_cents: isOnSale(own) ? lowestPriceOf(own.item.offers) : null }] : [];
    });
  }

  private async known(contentIds: readonly string[]): Promise<Known> {
    const stored = await this.views.load('own-content', [...new Set(contentIds)]);
    const documents = [...stored].map(([id, { document }]) => [id, document as OwnContent | undefined] as const);
    return new Map(documents.filter((each): each is [string, OwnContent] => each[1] !== undefined));
  }
}
