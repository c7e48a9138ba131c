import { releaseKinds } from '@tessera/domain/release';
import type { ReleaseKind } from '@tessera/domain/release';
import { Flag, Instant, OneOf, Rows, Text, Integer } from './kernel/fields.ts';
import { QueryChoice } from './kernel/queries.ts';

export class ReleaseRow {
  @Text()
  readonly release_id!: string;

  @OneOf(releaseKinds)
  readonly kind!: ReleaseKind;

  @Text('What kind of file it is: `pdf`, `jpg`, `png` or `webp`.')
  readonly format!: string;

  @Instant()
  readonly attached_at!: string;
}

export class AttachedReleases {
  @Rows(() => ReleaseRow)
  readonly items!: readonly ReleaseRow[];
}

export class ChangedReleases extends AttachedReleases {
  @Flag('Whether the item is sold for editorial use only now.')
  readonly editorial!: boolean;

  @Integer('Of the log: the change is in what is read with `?after=` it.')
  readonly position!: number;
}

export class ReleaseQuery {
  @QueryChoice(releaseKinds, 'Whose consent it is: `model` if left out.')
  readonly kind: ReleaseKind = 'model';
}
