/** A step of `npm test` that runs tests. */
export type Step = 'domain' | 'web' | 'api' | 'journeys';

/** One line of the product made wrong, and who should notice. */
export interface Fault {
  /** What is wrong, as whoever suffers from it would say. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
  readonly step: Step;
  /** Part of the names of the test files that should see it, so that it takes seconds. */
  readonly tests: string;
  /** Part of the titles, where the whole file takes long. */
  readonly titled?: string;
  /** The tests run the built service, as journeys always do. */
  readonly isBuilt?: true;
}
