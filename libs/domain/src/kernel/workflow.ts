import { refuseNewer } from './event.ts';
import type { EventDefinition, RecordedEvent } from './event.ts';
import { uniqueMap } from './unique-map.ts';

/** A command for one stream, and the category of the decider that handles it. */
export interface Reaction {
  readonly category: string;
  readonly id: string;
  readonly command: unknown;
}

/**
 * A reaction across features: a pure function from an event to commands. Events are delivered at least once and in
 * order, so ids in its commands must be derived from the event, which makes a second delivery harmless.
 */
export interface Workflow {
  readonly name: string;
  readonly handlers: ReadonlyMap<string, (event: RecordedEvent) => readonly Reaction[]>;
}

export const whenever = <Type extends string, Data>(
  definition: EventDefinition<Type, Data>,
  react: (data: Data, event: RecordedEvent<Type, Data>) => readonly Reaction[],
): readonly [string, (event: RecordedEvent) => readonly Reaction[]] => [
  definition.type,
  (event) => {
    refuseNewer(definition, event.version);
    return react(event.data as Data, event as RecordedEvent<Type, Data>);
  },
];

/* @__NO_SIDE_EFFECTS__ */
export const defineWorkflow = (
  name: string,
  on: readonly (readonly [string, (event: RecordedEvent) => readonly Reaction[]])[],
): Workflow => ({ name, handlers: uniqueMap(on, `${name}: an event is handled twice`) });
