import { ContentRow } from './content.ts';
import { Nullable, Rows, Text, Texts } from './kernel/fields.ts';
import { QueryText } from './kernel/queries.ts';

export class DiscoveryQuery {
  @QueryText('What has been typed so far.')
  readonly search?: string;
}

export class SuggestedItem {
  @Text()
  readonly id!: string;

  @Text()
  readonly title!: string;
}

export class SuggestedCreator {
  @Text()
  readonly id!: string;

  @Text('The creator’s current name.')
  readonly name!: string;

  @Nullable()
  @Text('The handle of the creator’s public page; null if there is none.')
  readonly handle!: string | null;

  @Nullable()
  @Text('The path of the portrait, below `/media/`; null if there is none.')
  readonly portrait_url!: string | null;
}

/** Suggestions for what someone may be about to search for, best first. */
export class MarketSuggestions {
  @Texts()
  readonly tags!: readonly string[];

  @Rows(() => SuggestedCreator, 'Creators with a public page or items for sale.')
  readonly creators!: readonly SuggestedCreator[];

  @Rows(() => SuggestedItem)
  readonly items!: readonly SuggestedItem[];
}

export class SearchFallback {
  @Rows(() => ContentRow, 'The items with the most licenses sold.')
  readonly items!: readonly ContentRow[];
}
