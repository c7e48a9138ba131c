import { ContentRow } from './content.ts';
import { Nullable, Rows, Text, Texts } from './kernel/fields.ts';
import { QueryText } from './kernel/queries.ts';

export class DiscoveryQuery {
  @QueryText('As far as it is typed.')
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

  @Text('As the creator is called today.')
  readonly name!: string;

  @Nullable()
  @Text('Of the creator’s public page; null where there is none.')
  readonly handle!: string | null;

  @Nullable()
  @Text('The path of the portrait, below `/media/`; null for none.')
  readonly portrait_url!: string | null;
}

/** What somebody may be about to search for, what fits best first. */
export class MarketSuggestions {
  @Texts()
  readonly tags!: readonly string[];

  @Rows(() => SuggestedCreator, 'Who has a public page or something for sale.')
  readonly creators!: readonly SuggestedCreator[];

  @Rows(() => SuggestedItem)
  readonly items!: readonly SuggestedItem[];
}

export class SearchFallback {
  @Nullable()
  @Text('A search that finds something, and is near to what was searched for.')
  readonly meant!: string | null;

  @Rows(() => ContentRow, 'Those of which most licenses were sold.')
  readonly items!: readonly ContentRow[];
}
