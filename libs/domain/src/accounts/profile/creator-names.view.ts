import type { RecordedEvent, SealedField } from '../../kernel/event.ts';
import { defineView, on } from '../../kernel/view.ts';
import { accountDeleted, creatorProfileChanged, creatorRegistered } from '../account.ts';

/** A creator's name as the log holds it: read with the account's key, so that it is gone with the key. */
export interface CreatorName {
  readonly name: SealedField | null;
}

const nameIn = ({ sealed }: RecordedEvent): CreatorName => ({ name: sealed?.['name'] ?? null });

/** Every creator who has an account, by its id. */
export const creatorNames = defineView<CreatorName>({
  name: 'creator-names',
  version: 1,
  on: [
    on(
      creatorRegistered,
      ({ account_id }) => account_id,
      (_before, _data, event) => nameIn(event),
    ),
    on(
      creatorProfileChanged,
      ({ account_id }) => account_id,
      (_before, _data, event) => nameIn(event),
    ),
    on(
      accountDeleted,
      ({ account_id }) => account_id,
      (): CreatorName | undefined => undefined,
    ),
  ],
});
