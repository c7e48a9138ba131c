/** A fact that a decider returns and a fold receives, with everything that was decided. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** What the log records about an event besides its data. `actor` is an account id, `admin` or `system`. */
export interface EventMetadata {
  readonly actor: string;
  readonly correlation: string;
  readonly causation: string | null;
}

/** An encrypted personal field. Only the key of the event's account opens it, and only as this field of this type. */
export interface SealedField {
  readonly type: string;
  readonly field: string;
  readonly text: string;
}

/** An event as recorded in the log. `position` orders all events, `revision` those of one stream; both start at 0. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends DomainEvent<Type, Data> {
  /** UUIDv7. */
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly version: number;
  readonly metadata: EventMetadata;
  /** Encrypted fields by name, set by decoding, for views that keep them encrypted. Absent if nothing is personal. */
  readonly sealed?: Readonly<Record<string, SealedField>>;
}

type FieldOf<Data> = keyof Data & string;
/** A field, or a field of a field: `media.placeholder`. */
type FieldPath<Data> =
  | FieldOf<Data>
  | {
      readonly [Field in FieldOf<Data>]: Data[Field] extends readonly unknown[]
        ? never
        : Data[Field] extends object
          ? `${Field}.${FieldOf<Data[Field]>}`
          : never;
    }[FieldOf<Data>];

/** Which fields of an event are personal, and whose key encrypts them. */
export interface PersonalFields<Data> {
  readonly account: (data: Data) => string;
  readonly fields: readonly FieldPath<Data>[];
}

/** Turns the data of one stored version into that of the next. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** The version written today; the first is 1. */
  readonly version: number;
  /** From each older version to the one after it: `upcasts[1]` makes version 2 out of version 1. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
  readonly personal: PersonalFields<Data> | null;
  /** One plain sentence for the audit page, without personal fields. */
  readonly audit: (data: Data) => string;
  readonly of: (data: Data) => DomainEvent<Type, Data>;
}

interface EventOptions<Data> {
  readonly version?: number;
  readonly upcasts?: Readonly<Record<number, Upcast>>;
  readonly personal?: PersonalFields<Data>;
  readonly audit: (data: Data) => string;
}

/**
 * Defines an event once: name, version, payload type, upcasts, personal fields, audit line. Curried, because TypeScript
 * can't infer the name while the payload type is given.
 */
export const defineEvent =
  <Data>() =>
  <const Type extends string>(type: Type, options: EventOptions<Data>): EventDefinition<Type, Data> => {
    const version = options.version ?? 1;
    const upcasts = options.upcasts ?? {};
    for (let from = 1; from < version; from += 1) {
      if (!upcasts[from]) throw new Error(`${type}: version ${from} has no upcast to version ${from + 1}`);
    }
    return {
      type,
      version,
      upcasts,
      personal: options.personal ?? null,
      audit: options.audit,
      of: (data) => ({ type, data }),
    };
  };

/** The event type that a definition describes: `EventOf<typeof licenseGranted>`. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never;

/** Any definition, for registries: the payload type is erased. */
// oxlint-disable-next-line typescript/no-explicit-any -- the payload is contravariant in `audit`
export type AnyEventDefinition = EventDefinition<string, any>;

/** The event was written by a newer release, so its meaning can't be known here. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent';
}

/** @throws NewerEvent for a version newer than the one this release writes */
export const refuseNewer = (
  { type, version: known }: Pick<AnyEventDefinition, 'type' | 'version'>,
  version: number,
) => {
  if (version <= known) return;
  throw new NewerEvent(`${type} has version ${version}, this release knows ${known}: it was written by a newer one`);
};

/** Brings data of an older version up to the current one. @throws NewerEvent */
export const upcast = (definition: AnyEventDefinition, version: number, data: Record<string, unknown>) => {
  refuseNewer(definition, version);
  let current = data;
  for (let from = version; from < definition.version; from += 1) {
    const step = definition.upcasts[from];
    if (!step) throw new Error(`${definition.type}: no upcast from version ${from}`);
    current = step(current);
  }
  return current;
};
