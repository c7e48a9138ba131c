import { mediaTypes } from '@tessera/domain/content/content-events';
import type { MediaType } from '@tessera/domain/content/content-events';
import { Flag, Nullable, OneOf, Row, Text, Integer } from './kernel/fields.ts';

export class Duplicate {
  @Text()
  readonly id!: string;

  @Text()
  readonly title!: string;
}

const previews = ['picture', 'poster'] as const;

/** The prepared media of an upload, for its creator. */
export class UploadResult {
  @Text('The path of the public preview, below `/media/`.')
  readonly path!: string;

  @Text('The full address of the preview.')
  readonly url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @Integer('Pixels.')
  readonly width!: number;

  @Integer('Pixels.')
  readonly height!: number;

  @Text('A tiny picture to show until the preview has loaded.')
  readonly placeholder!: string;

  @OneOf(previews, 'A video has a neutral poster until it is prepared.')
  readonly preview!: (typeof previews)[number];

  @Flag(
    'Whether this server can’t make the preview of the video, so that it goes on sale only if the client puts a poster and a clip beside it.',
  )
  readonly awaits_preview!: boolean;

  @Nullable()
  @Row(() => Duplicate, 'The creator’s oldest item with exactly the same file.')
  readonly duplicate_of!: Duplicate | null;
}

export class UploadUnderWay {
  @Text('The progress of the upload.')
  readonly status!: string;
}
