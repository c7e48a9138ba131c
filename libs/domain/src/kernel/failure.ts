/** A refusal that was expected: a returned value with the words the user reads. */
export interface Failure {
  /** Its code, by which programs tell it from all others. */
  readonly failure: string;
  readonly title: string;
  readonly message: string;
  /** Per field of a form, the message to show beside it. */
  readonly fields?: Readonly<Record<string, string>>;
}

type Detail = Partial<Pick<Failure, 'message' | 'fields'>>;

/** Defines a refusal once; calling the result makes one, with a message or fields of this occasion. */
/* @__NO_SIDE_EFFECTS__ */
export const defineFailure =
  (code: string, title: string, message: string) =>
  (detail: Detail = {}): Failure => ({ failure: code, title, message, ...detail });

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'failure' in value;
