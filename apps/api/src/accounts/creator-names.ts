import { Injectable } from '@nestjs/common';
import { creatorNames } from '@tessera/domain/accounts/profile/creator-names.view';
import type { CreatorName } from '@tessera/domain/accounts/profile/creator-names.view';
import { shownCreatorName } from '@tessera/domain/accounts/profile/profile';
import { EventCodec } from '../kernel/log/codec.ts';
import { VaultUnavailable } from '../kernel/records/port.ts';
import { ReadStore } from '../kernel/views/port.ts';

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
}
