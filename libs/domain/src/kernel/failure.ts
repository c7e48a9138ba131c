/** An expected refusal: a returned value with the words that the user reads. */
export interface Failure {
  /** The code by which programs recognize it. */
  readonly failure: string;
  readonly title: string;
  readonly message: string;
  /** For each form field, the message to show beside it. */
  readonly fields?: Readonly<Record<string, string>>;
}

type Detail = Partial<Pick<Failure, 'message' | 'fields'>>;

/** Defines a refusal once; calling the result creates one, optionally with a message or fields for the occasion. */
/* @__NO_SIDE_EFFECTS__ */
export const defineFailure =
  (code: string, title: string, message: string) =>
  (detail: Detail = {}): Failure => ({ failure: code, title, message, ...detail });

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'failure' in value;
