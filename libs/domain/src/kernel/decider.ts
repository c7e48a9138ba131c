import type { AnyEventDefinition, DomainEvent } from './event.ts';
import type { Failure } from './failure.ts';

/** The result of a decision: the events that happened (none for a repeated command), or a refusal. */
export type Decision<Event extends DomainEvent> = readonly Event[] | Failure;

/** The functions of one aggregate. `decide` and `evolve` are pure: time, ids and outside facts are in the command. */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** The category of its streams, which are named `{category}-{id}`. */
  readonly category: string;
  /** All types of events in its streams. */
  readonly events: readonly AnyEventDefinition[];
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Decision<Event>;
}

export const fold = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
  from: State = decider.initial,
): State => events.reduce((state, event) => decider.evolve(state, event), from);

export const streamOf = (decider: { readonly category: string }, id: string) => `${decider.category}-${id}`;

/** The id part of a stream's name. */
export const idOfStream = (stream: string) => stream.slice(stream.indexOf('-') + 1);

/** Ends a switch over a union: a forgotten case does not compile. */
export const assertNever = (value: never): never => {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`);
};

/** Any decider, for registries: its types are erased. */
// oxlint-disable-next-line typescript/no-explicit-any -- commands and events are contravariant
export type AnyDecider = Decider<any, any, any>;
