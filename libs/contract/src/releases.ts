import { releaseKinds } from '@tessera/domain/release';
import type { ReleaseKind } from '@tessera/domain/release';
import { Flag, Instant, OneOf, Rows, Text, Integer } from './kernel/fields.ts';
import { QueryChoice } from './kernel/queries.ts';

export class ReleaseRow {
  @Text()
  readonly release_id!: string;

  @OneOf(releaseKinds)
  readonly kind!: ReleaseKind;

  @Text('The file format: `pdf`, `jpg`, `png` or `webp`.')
  readonly format!: string;

  @Instant()
  readonly attached_at!: string;
}

export class AttachedReleases {
  @Rows(() => ReleaseRow)
  readonly items!: readonly ReleaseRow[];
}

export class ChangedReleases extends AttachedReleases {
  @Flag('Whether the item is now sold for editorial use only.')
  readonly editorial!: boolean;

  @Integer('The position in the log: reads with `?after=` this position include the change.')
  readonly position!: number;
}

export class ReleaseQuery {
  @QueryChoice(releaseKinds, 'The kind of consent; `model` if left out.')
  readonly kind: ReleaseKind = 'model';
}
