import type { RecordedEvent, SealedField } from '../../kernel/event.ts';
import { defineView, on, removes } from '../../kernel/view.ts';
import { accountDeleted } from '../account-events.ts';
import { creatorPageChanged } from './creator-page.ts';
import { creatorPortraitChanged } from './portrait.ts';

/** A creator's page and portrait. The page is still encrypted as in the log: it needs the account's key, and is lost with it. */
export interface SealedPage {
  /** Null if there is none. */
  readonly page: SealedField | null;
  /** A path below `/media/`; null if there is none. */
  readonly portrait_url: string | null;
}

const pageIn = ({ sealed }: RecordedEvent) => sealed?.['page'] ?? null;

/** By account id. */
export const creatorPages = defineView<SealedPage>({
  name: 'creator-pages',
  version: 2,
  on: [
    on(creatorPageChanged, 'account_id', (before, _data, event) => ({
      page: pageIn(event),
      portrait_url: before?.portrait_url ?? null,
    })),
    on(creatorPortraitChanged, 'account_id', (before, { portrait_url }) => ({
      page: before?.page ?? null,
      portrait_url,
    })),
    removes(accountDeleted, 'account_id'),
  ],
});
