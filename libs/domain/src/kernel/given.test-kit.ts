import { fold } from './decider.ts';
import type { Decider, Decision } from './decider.ts';
import type { DomainEvent } from './event.ts';

/** The given/when kit for testing deciders; the "then" is the test runner's own `expect` on the result. */
export const given = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Event[] = [],
) => ({
  when: (command: Command): Decision<Event> => decider.decide(command, fold(decider, history)),
  state: (): State => fold(decider, history),
});
