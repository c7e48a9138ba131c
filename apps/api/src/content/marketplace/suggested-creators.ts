import { Injectable } from '@nestjs/common';
import type { SuggestedCreator } from '@tessera/contract/discovery';
import { CreatorNames, CreatorPages } from '../../accounts/public.ts';
import { VaultUnavailable } from '../../kernel/records/port.ts';
import { ReadStore } from '../../kernel/views/port.ts';

const suggestedMax = 3;
/** At most this many creators with a matching name are checked for something to show. */
const consideredMax = 24;

/** Suggests creators by the name being typed, if they have a public page or something for sale. */
@Injectable()
export class SuggestedCreators {
  constructor(
    private readonly names: CreatorNames,
    private readonly pages: CreatorPages,
    private readonly views: ReadStore,
  ) {}

  /** Returns none while the names' keys can't be read: the search itself still works. */
  async suggest(search: string): Promise<readonly SuggestedCreator[]> {
    try {
      const suggested: SuggestedCreator[] = [];
      for (const [id, name] of await this.names.findByName(search, consideredMax)) {
        const { creator_handle: handle, creator_portrait_url: portrait_url } = await this.pages.shownOf(id);
        // Creators who show nothing publicly must not be found by name either.
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
