import { IsOptional, MaxLength } from 'class-validator';
import { Integer, Json, OneOf, Row, Text } from './fields.ts';

const keyMaxCharacters = 200;

/** What is sent with `watch` and `unwatch`. */
export class WatchRequest {
  @Text('The name of a view, or of another source.')
  readonly view!: string;

  @Text('The key of a document, or of a room of many documents.')
  @MaxLength(keyMaxCharacters)
  readonly key!: string;
}

/** A state of what is watched. The first one answers `watch`. */
export class LiveMessage {
  @Integer('The position in the log that it reflects.')
  readonly position!: number;

  @Json(
    'The document. Null if there is none yet, if it was removed, and in a room of many, where it means: changes up to this ' +
      'position may have been missed.',
  )
  readonly value!: unknown;

  @IsOptional()
  @Text('In a room of many documents, the key of a document that was removed.')
  readonly removed?: string;
}

/** What is sent as `view` to everyone who watches, after each change. */
export class LiveUpdate extends LiveMessage {
  @Text('As in the request.')
  readonly view!: string;

  @Text('As in the request.')
  readonly key!: string;
}

/** What is sent as `stopping` to every connection of a node that stops, just before it closes them. */
export class NodeStopping {
  @Integer('How long to wait before connecting again, in ms. It differs, so that not everyone returns at once.')
  readonly reconnect_after_ms!: number;
}

export class WatchRefusal {
  @OneOf(['refused'])
  readonly code!: 'refused';

  @Text('A sentence.')
  readonly message!: string;
}

/** Answers a `watch` that is not allowed. */
export class WatchRefused {
  @Row(() => WatchRefusal)
  readonly error!: WatchRefusal;
}

/** Answers `unwatch`. */
export class Unwatched {
  @OneOf([true])
  readonly ok!: true;
}
