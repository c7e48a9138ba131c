/** A step of `npm test` that runs tests. */
export type Step = 'domain' | 'web' | 'api' | 'journeys';

/** One line of the product made wrong, and the tests that should notice. */
export interface Fault {
  /** What is wrong, in the words of someone who suffers from it. */
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
  readonly step: Step;
  /** Part of the names of the test files that should notice, so that a run takes seconds. */
  readonly tests: string;
  /** Part of the test titles, if the whole file would take long. */
  readonly titled?: string;
  /** The tests run the built service, as journeys always do. */
  readonly isBuilt?: true;
}
