import { Injectable } from '@nestjs/common';
import { creatorNames } from '@tessera/domain/accounts/creator-names.view';
import type { CreatorName } from '@tessera/domain/accounts/creator-names.view';
import { shownCreatorName } from '@tessera/domain/accounts/profile';
import { EventCodec } from '../kernel/log/codec.ts';
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
}
