/** How thorough a run is: `short` for every change, `default` for a release, `full` for a night. */
export type Mode = 'short' | 'default' | 'full';

export interface PartOptions {
  readonly mode: Mode;
  /** How long the parts sell that do so at a steady rate, where it was said. */
  readonly minutes: number | null;
  /** One line of progress. */
  readonly log: (line: string) => void;
}

export interface PartResult {
  /** True when everything that the part claims held; false as well for a part that was skipped. */
  readonly passed: boolean;
  /** Why nothing was tried on this machine; absent for a part that ran. */
  readonly skipped?: string;
  /** Name, with its unit, to value: what the table prints. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** One line for each thing that did not hold. */
  readonly problems: readonly string[];
}

/** One claim about the product as a process, and the run that tries to break it. */
export interface Part {
  /** One letter: what `npm run rel -- <id>` takes. */
  readonly id: string;
  readonly title: string;
  run(options: PartOptions): Promise<PartResult>;
}
