/** The statuses a refusal can have; all are the caller's to fix, but for 507: there is no room here for now. */
export type FailureStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 507;

/** A refusal that was expected: a returned value with the words the user reads. */
export interface Failure {
  readonly failure: string;
  readonly status: FailureStatus;
  readonly title: string;
  readonly message: string;
  /** Per field of a form, the message to show beside it. */
  readonly fields?: Readonly<Record<string, string>>;
}

type Detail = Partial<Pick<Failure, 'message' | 'fields'>>;

/** Defines a refusal once; calling the result makes one, with a message or fields of this occasion. */
export const defineFailure =
  (code: string, status: FailureStatus, title: string, message: string) =>
  (detail: Detail = {}): Failure => ({ failure: code, status, title, message, ...detail });

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'failure' in value;
