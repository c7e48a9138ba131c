import { Injectable } from '@nestjs/common';
import type { BoardItemRow, BoardRow } from '@tessera/contract/boards';
import type { Board } from '@tessera/domain/boards/board';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { contentRow } from '@tessera/domain/content/row';
import { ReadStore } from '../kernel/views/port.ts';

const coversMax = 4;
/** Of a board's first items, as some may have left. */
const coverCandidates = 8;

type Known = ReadonlyMap<string, OwnContent>;

const forSale = (known: Known, contentId: string) => {
  const own = known.get(contentId);
  return own?.status === 'on_sale' ? contentRow(own.item) : null;
};

/** Boards as the wire has them, with what their items are now. */
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

  async items({ items }: Pick<Board, 'items'>, withNotes: boolean): Promise<readonly BoardItemRow[]> {
    const known = await this.known(items.map(({ content_id }) => content_id));
    return items.map(({ content_id, note }) => ({
      content_id,
      title: known.get(content_id)?.item.title ?? '',
      note: withNotes ? note : '',
      content: forSale(known, content_id),
    }));
  }

  /** Those of the ids that items bear, on sale or not. */
  async existing(contentIds: readonly string[]): Promise<readonly string[]> {
    const known = await this.known(contentIds);
    return contentIds.filter((id) => known.has(id));
  }

  private async known(contentIds: readonly string[]): Promise<Known> {
    const stored = await this.views.load('own-content', [...new Set(contentIds)]);
    const documents = [...stored].map(([id, { document }]) => [id, document as OwnContent | undefined] as const);
    return new Map(documents.filter((each): each is [string, OwnContent] => each[1] !== undefined));
  }
}
