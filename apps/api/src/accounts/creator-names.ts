import { Injectable } from '@nestjs/common';
import { creatorNames } from '@tessera/domain/accounts/profile/creator-names.view';
import type { CreatorName } from '@tessera/domain/accounts/profile/creator-names.view';
import { shownCreatorName } from '@tessera/domain/accounts/profile/profile';
import { creatorsByName, hintOf, innerHintOf } from '@tessera/domain/accounts/profile/creators-by-name.view';
import type { HintedCreator } from '@tessera/domain/accounts/profile/creators-by-name.view';
import { searchWordsIn, type SearchWord, whereFound } from '@tessera/domain/kernel/search-words';
import { EventCodec } from '../kernel/log/codec.ts';
import { VaultUnavailable } from '../kernel/records/port.ts';
import { type Filter, ReadStore, type Stored } from '../kernel/views/port.ts';

/** A search considers this many creators for each of its words: those who signed up first. */
const namesakesMax = 200;
const oldestFirst = { field: 'since', descending: false } as const;

/** How a name that has the word may begin one of its own. */
const beginningsOf = ({ whole, prefix }: SearchWord) => [...whole, ...(prefix === null ? [] : [prefix])];

const lengthOf = (word: SearchWord) => Math.max(...beginningsOf(word).map((beginning) => beginning.length));

/** Whether a name has all the words, and does not just contain them. */
const hasWords = (name: string, words: readonly SearchWord[]) => whereFound([name], words) === 0;

/** Creators' current names, read from a view, so that the length of an account's history doesn't matter. */
@Injectable()
export class CreatorNames {
  constructor(
    private readonly views: ReadStore,
    private readonly codec: EventCodec,
  ) {}

  /** 'Former creator' for an account that was deleted. @throws VaultUnavailable if the name's key isn't cached */
  async of(creatorId: string): Promise<string> {
    const stored = await this.views.get<CreatorName>(creatorNames.name, creatorId);
    const sealed = stored?.document.name;
    return shownCreatorName(sealed ? ((await this.codec.open(creatorId, sealed)) as string | null) : null);
  }

  /** Names by id. A name that can't be read at the moment is left out. */
  async ofAll(creatorIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    const read = async (id: string) => {
      try {
        names.set(id, await this.of(id));
      } catch (error) {
        if (!(error instanceof VaultUnavailable)) throw error;
      }
    };
    await Promise.all([...new Set(creatorIds)].map(read));
    return names;
  }

  /**
   * For each word of a search, the ids of the creators whose names have it, the last word possibly incomplete, and of
   * those whose names only contain it.
   */
  async idsByWord(search: string): Promise<Required<Pick<Filter, 'named' | 'partlyNamed'>>> {
    const ids = await Promise.all(searchWordsIn(search).map((word) => this.idsOf(word)));
    return { named: ids.map(({ named }) => named), partlyNamed: ids.map(({ partlyNamed }) => partlyNamed) };
  }

  /**
   * Ids and names of the creators whose names have all words of a search; the last word may be incomplete. Prefers those
   * who signed up first, and of the names that contain the longest word, considers only the first 200, or `atMost` in a
   * search of a single word.
   */
  async findByName(search: string, atMost: number): Promise<readonly (readonly [string, string])[]> {
    const words = searchWordsIn(search);
    // The longest word is likely to be in the fewest names.
    const [longest] = words.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    if (!longest) return [];
    const hints = words.map((word) => beginningsOf(word).map(hintOf));
    const found = await this.candidates(beginningsOf(longest).map(hintOf), words.length === 1 ? atMost : namesakesMax);
    const likely = found.filter(({ document }) =>
      hints.every((any) => any.some((hint) => document.hints.includes(hint))),
    );
    const names = await this.ofAll(likely.slice(0, atMost).map(({ key }) => key));
    return [...names].filter(([, name]) => hasWords(name, words));
  }

  private async idsOf(word: SearchWord): Promise<Record<'named' | 'partlyNamed', readonly string[]>> {
    const [having, containing] = await Promise.all([
      this.candidates(beginningsOf(word).map(hintOf), namesakesMax),
      this.candidates([hintOf(word.part), innerHintOf(word.part)], namesakesMax),
    ]);
    const names = [...(await this.ofAll([...having, ...containing].map(({ key }) => key)))];
    const idsWhere = (place: number) =>
      names.filter(([, name]) => whereFound([name], [word]) === place).map(([id]) => id);
    return { named: idsWhere(0), partlyNamed: idsWhere(1) };
  }

  /** Creators whose names may have one of the hinted texts; those who signed up first come first. */
  private async candidates(hints: readonly string[], limit: number): Promise<readonly Stored<HintedCreator>[]> {
    const found = await Promise.all(
      hints.map((hint) =>
        this.views.find<HintedCreator>(creatorsByName.name, { where: { hints: hint }, sort: oldestFirst, limit }),
      ),
    );
    return found
      .flatMap(({ items }) => items)
      .toSorted((one, other) => (one.document.since < other.document.since ? -1 : 1));
  }
}
