import type { RecordedEvent, SealedField } from '../../kernel/event.ts';
import { defineView, on } from '../../kernel/view.ts';
import { accountDeleted } from '../account.ts';
import { creatorPageChanged } from './creator-page.ts';

/** A creator's public page as the log holds it: read with the account's key, so that it is gone with the key. */
export interface SealedPage {
  /** Null for none. */
  readonly page: SealedField | null;
}

const pageIn = ({ sealed }: RecordedEvent): SealedPage => ({ page: sealed?.['page'] ?? null });

/** By the account's id. */
export const creatorPages = defineView<SealedPage>({
  name: 'creator-pages',
  version: 1,
  on: [
    on(
      creatorPageChanged,
      ({ account_id }) => account_id,
      (_before, _data, event) => pageIn(event),
    ),
    on(
      accountDeleted,
      ({ account_id }) => account_id,
      (): SealedPage | undefined => undefined,
    ),
  ],
});
