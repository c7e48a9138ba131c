import { defineEvent } from '../../kernel/event.ts';
import { defineFailure } from '../../kernel/failure.ts';

/** A creator's public page at `/@handle`. */
export interface CreatorPage {
  /** Lowercase, without the `@`, and unique. */
  readonly handle: string;
  readonly bio: string;
  /** Addresses on other sites. */
  readonly links: readonly string[];
  /** Whether everyone may see how many licenses were sold. */
  readonly shows_licenses: boolean;
}

interface CreatorPageChangedData {
  readonly account_id: string;
  /** The complete page, as it is from now on; null if it was removed, and without the account's key. */
  readonly page: CreatorPage | null;
}

/** This event is in the account's stream. */
export const creatorPageChanged = defineEvent<CreatorPageChangedData>()('CreatorPageChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['page'] },
  audit: () => 'A creator changed their public page.',
});

export const handleTaken = defineFailure(
  'handle_taken',
  'Handle taken',
  'Someone else has that handle. Please choose another one.',
);

/** @param kept the current page; null for none */
export const changedPage = (account_id: string, kept: CreatorPage | null, page: CreatorPage | null) =>
  JSON.stringify(kept) === JSON.stringify(page) ? [] : [creatorPageChanged.of({ account_id, page })];
