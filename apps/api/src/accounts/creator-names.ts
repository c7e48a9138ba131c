import { Injectable } from '@nestjs/common';
import { creatorNames } from '@tessera/domain/accounts/profile/creator-names.view';
import type { CreatorName } from '@tessera/domain/accounts/profile/creator-names.view';
import { shownCreatorName } from '@tessera/domain/accounts/profile/profile';
import { creatorsByName, hintOf } from '@tessera/domain/accounts/profile/creators-by-name.view';
import type { HintedCreator } from '@tessera/domain/accounts/profile/creators-by-name.view';
import { searchWordsIn, type SearchWord, whereFound } from '@tessera/domain/kernel/search-words';
import { EventCodec } from '../kernel/log/codec.ts';
import { VaultUnavailable } from '../kernel/records/port.ts';
import { ReadStore, type Stored } from '../kernel/views/port.ts';

/** A search considers this many creators for each of its words: those who signed up first. */
const namesakesMax = 200;
const oldestFirst = { field: 'since', descending: false } as const;

const partsOf = ({ whole, prefix }: SearchWord) => [...whole, ...(prefix === null ? [] : [prefix])];

const lengthOf = (word: SearchWord) => Math.max(...partsOf(word).map((part) => part.length));

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

  /** For each word of a search, the ids of the creators whose names contain it; the last word may be incomplete. */
  async idsByWord(search: string): Promise<readonly (readonly string[])[]> {
    return Promise.all(searchWordsIn(search).map((word) => this.idsOf(word)));
  }

  /**
   * Ids and names of the creators whose names contain all words of a search; the last word may be incomplete. Prefers those
   * who signed up first, and of the names that contain the longest word, considers only the first 200, or `atMost` in a
   * search of a single word.
   */
  async findByName(search: string, atMost: number): Promise<readonly (readonly [string, string])[]> {
    const words = searchWordsIn(search);
    // The longest word is likely to be in the fewest names.
    const [longest] = words.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    if (!longest) return [];
    const found = await this.candidates(longest, words.length === 1 ? atMost : namesakesMax);
    const hints = words.map((word) => partsOf(word).map(hintOf));
    const likely = found.filter(({ document }) =>
      hints.every((any) => any.some((hint) => document.hints.includes(hint))),
    );
    const names = await this.ofAll(likely.slice(0, atMost).map(({ key }) => key));
    return [...names].filter(([, name]) => whereFound([name], words) !== null);
  }

  private async idsOf(word: SearchWord): Promise<readonly string[]> {
    const found = await this.candidates(word, namesakesMax);
    const names = await this.ofAll(found.map(({ key }) => key));
    return [...names].filter(([, name]) => whereFound([name], [word]) !== null).map(([id]) => id);
  }

  /** Creators whose names may contain the word, by the hints in the view; those who signed up first come first. */
  private async candidates(word: SearchWord, limit: number): Promise<readonly Stored<HintedCreator>[]> {
    const found = await Promise.all(
      partsOf(word).map((part) =>
        this.views.find<HintedCreator>(creatorsByName.name, {
          where: { hints: hintOf(part) },
          sort: oldestFirst,
          limit,
        }),
      ),
    );
    return found
      .flatMap(({ items }) => items)
      .toSorted((one, other) => (one.document.since < other.document.since ? -1 : 1));
  }
}
