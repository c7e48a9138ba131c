/** How thorough a run is: `short` for every change, `default` for a release, `full` for a night. */
export type Mode = 'short' | 'default' | 'full';

export interface PartOptions {
  readonly mode: Mode;
  /** How long the parts that sell at a steady rate do so, if it was given. */
  readonly minutes: number | null;
  /** Prints one line of progress. */
  readonly log: (line: string) => void;
}

export interface PartResult {
  /** Whether everything that the part claims held true; also false for a part that was skipped. */
  readonly passed: boolean;
  /** Why nothing was tried on this machine; absent if the part ran. */
  readonly skipped?: string;
  /** Values by name with unit, as the table prints them. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** One line for each claim that did not hold. */
  readonly problems: readonly string[];
}

/** One claim about the product as a process, and the run that tries to break it. */
export interface Part {
  /** The single letter that `npm run rel -- <id>` takes. */
  readonly id: string;
  readonly title: string;
  run(options: PartOptions): Promise<PartResult>;
}
