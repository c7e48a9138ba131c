import { Injectable } from '@nestjs/common';
import type { SuggestedCreator } from '@tessera/contract/discovery';
import { CreatorNames, CreatorPages } from '../../accounts/public.ts';
import { VaultUnavailable } from '../../kernel/records/port.ts';
import { ReadStore } from '../../kernel/views/port.ts';

const suggestedMax = 3;
/** Of so many of that name it is looked up whether they show anything. */
const consideredMax = 24;

/** Creators whose name somebody is about to type, as far as they have a page or something for sale. */
@Injectable()
export class SuggestedCreators {
  constructor(
    private readonly names: CreatorNames,
    private readonly pages: CreatorPages,
    private readonly views: ReadStore,
  ) {}

  /** None while the keys of the names can't be read: a search goes on without. */
  async by(search: string): Promise<readonly SuggestedCreator[]> {
    try {
      const suggested: SuggestedCreator[] = [];
      for (const [id, name] of await this.names.findByName(search, consideredMax)) {
        const { creator_handle: handle, creator_portrait_url: portrait_url } = await this.pages.shownOf(id);
        // Whoever shows nothing to everyone is not to be found by their name either.
        if (handle !== null || (await this.sells(id))) suggested.push({ id, name, handle, portrait_url });
        if (suggested.length === suggestedMax) break;
      }
      return suggested;
    } catch (error) {
      if (error instanceof VaultUnavailable) return [];
      throw error;
    }
  }

  private async sells(creator_id: string): Promise<boolean> {
    return (await this.views.count('marketplace', { where: { creator_id } }, 1)) > 0;
  }
}
