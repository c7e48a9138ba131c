import type { AnyDecider } from './decider.ts';
import type { AnyView } from './view.ts';
import type { Workflow } from './workflow.ts';

/** What a feature adds to the catalog; its events are those of its deciders. */
export interface Manifest {
  readonly deciders: readonly AnyDecider[];
  readonly views: readonly AnyView[];
  readonly workflows?: readonly Workflow[];
}
