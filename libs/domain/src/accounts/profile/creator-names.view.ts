import type { RecordedEvent, SealedField } from '../../kernel/event.ts';
import { defineView, on, removes } from '../../kernel/view.ts';
import { accountDeleted, creatorProfileChanged, creatorRegistered } from '../account-events.ts';

/** A creator's name, still encrypted as in the log: it needs the account's key, and is lost with the key. */
export interface CreatorName {
  readonly name: SealedField | null;
}

const nameIn = ({ sealed }: RecordedEvent): CreatorName => ({ name: sealed?.['name'] ?? null });

/** Every creator with an account, by account id. */
export const creatorNames = defineView<CreatorName>({
  name: 'creator-names',
  version: 1,
  on: [
    on(creatorRegistered, 'account_id', (_before, _data, event) => nameIn(event)),
    on(creatorProfileChanged, 'account_id', (_before, _data, event) => nameIn(event)),
    removes(accountDeleted, 'account_id'),
  ],
});
