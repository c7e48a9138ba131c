import { defineEvent } from '../../kernel/event.ts';
import { defineFailure } from '../../kernel/failure.ts';

/** What a creator shows of themselves at `/@handle`. */
export interface CreatorPage {
  /** In lower case, without the `@`; nobody else has it. */
  readonly handle: string;
  readonly bio: string;
  /** Addresses elsewhere. */
  readonly links: readonly string[];
  /** Whether everybody may see how many licenses were sold. */
  readonly shows_licenses: boolean;
}

interface CreatorPageChangedData {
  readonly account_id: string;
  /** The whole of it, as it is from now on; null once there is none, and without the account's key. */
  readonly page: CreatorPage | null;
}

/** In the account's stream. */
export const creatorPageChanged = defineEvent<CreatorPageChangedData>()('CreatorPageChanged', {
  personal: { account: ({ account_id }) => account_id, fields: ['page'] },
  audit: () => 'A creator changed the public page.',
});

export const handleTaken = defineFailure(
  'handle_taken',
  'Handle taken',
  'Somebody else has that handle. Please choose another one.',
);

/** @param kept null for none */
export const changedPage = (account_id: string, kept: CreatorPage | null, page: CreatorPage | null) =>
  JSON.stringify(kept) === JSON.stringify(page) ? [] : [creatorPageChanged.of({ account_id, page })];
