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

/** A search knows so many creators by each of its words: of a name that more have, those who have been here longest. */
const namesakesMax = 200;
const longestHere = { field: 'since', descending: false } as const;

const partsOf = ({ whole, prefix }: SearchWord) => [...whole, ...(prefix === null ? [] : [prefix])];

const lengthOf = (word: SearchWord) => Math.max(...partsOf(word).map((part) => part.length));

/** What pages call creators: today's names, for as long as each has an account, whatever the length of its history. */
@Injectable()
export class CreatorNames {
  constructor(
    private readonly views: ReadStore,
    private readonly codec: EventCodec,
  ) {}

  /** 'Former creator' for who was forgotten. @throws VaultUnavailable for a name whose key was not read lately */
  async of(creatorId: string): Promise<string> {
    const stored = await this.views.get<CreatorName>(creatorNames.name, creatorId);
    const sealed = stored?.document.name;
    return shownCreatorName(sealed ? ((await this.codec.open(creatorId, sealed)) as string | null) : null);
  }

  /** Of a list, by id. One that can't be read at present is left out: the list is there without it. */
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

  /** Of each word of a search, the ids of who is called so; of the last, as far as it is typed. */
  async idsByWord(search: string): Promise<readonly (readonly string[])[]> {
    return Promise.all(searchWordsIn(search).map((word) => this.idsOf(word)));
  }

  /**
   * Who has all the words of a search in the name, the last one as far as it is typed, as id and name: those who have been
   * here longest. Of a word that more than 200 are called by, only those 200 are looked through for the others.
   */
  async findByName(search: string, atMost: number): Promise<readonly (readonly [string, string])[]> {
    const sought = searchWordsIn(search);
    // Few are called by a long word.
    const [rarest] = sought.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    if (!rarest) return [];
    const found = await this.candidates(rarest, sought.length === 1 ? atMost : namesakesMax);
    const hints = sought.map((word) => partsOf(word).map(hintOf));
    const likely = found.filter(({ document }) =>
      hints.every((any) => any.some((hint) => document.hints.includes(hint))),
    );
    const names = await this.ofAll(likely.slice(0, atMost).map(({ key }) => key));
    return [...names].filter(([, name]) => whereFound([name], sought) !== null);
  }

  private async idsOf(word: SearchWord): Promise<readonly string[]> {
    const found = await this.candidates(word, namesakesMax);
    const names = await this.ofAll(found.map(({ key }) => key));
    return [...names].filter(([, name]) => whereFound([name], [word]) !== null).map(([id]) => id);
  }

  /** Who may be called so, the longest here first. */
  private async candidates(word: SearchWord, limit: number): Promise<readonly Stored<HintedCreator>[]> {
    const found = await Promise.all(
      partsOf(word).map((part) =>
        this.views.find<HintedCreator>(creatorsByName.name, {
          where: { hints: hintOf(part) },
          sort: longestHere,
          limit,
        }),
      ),
    );
    return found
      .flatMap(({ items }) => items)
      .toSorted((one, other) => (one.document.since < other.document.since ? -1 : 1));
  }
}
