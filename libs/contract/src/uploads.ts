import { mediaTypes } from '@tessera/domain/content/content';
import type { MediaType } from '@tessera/domain/content/content';
import { Nullable, OneOf, Row, Text, Integer } from './kernel/fields.ts';

export class Duplicate {
  @Text()
  readonly id!: string;

  @Text()
  readonly title!: string;
}

const previews = ['picture', 'poster'] as const;

/** The media of an upload that stand ready for its creator. */
export class UploadResult {
  @Text('Of the public preview, below `/media/`.')
  readonly path!: string;

  @Text('The whole address of the preview.')
  readonly url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @Integer('Pixels.')
  readonly width!: number;

  @Integer('Pixels.')
  readonly height!: number;

  @Text('A tiny picture to show until the preview is there.')
  readonly placeholder!: string;

  @OneOf(previews, 'A neutral poster stands for a video until it is prepared.')
  readonly preview!: (typeof previews)[number];

  @Nullable()
  @Row(() => Duplicate, 'The creator’s oldest item of the very same file.')
  readonly duplicate_of!: Duplicate | null;
}

export class UploadUnderWay {
  @Text('How far it is.')
  readonly status!: string;
}
