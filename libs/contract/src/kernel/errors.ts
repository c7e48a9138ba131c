import { IsOptional } from 'class-validator';
import { Json, OneOf, Row, Text, Integer } from './fields.ts';
import { failureStatuses } from './statuses.ts';

/** Codes that don't come from the domain: from the framework, from parsing a request, from an unavailable engine. */
export const serviceFaults = [
  'bad_request',
  'bad_cursor',
  'too_large',
  'unsupported',
  'unexpected',
  'unavailable',
  'payment_unavailable',
  'upload_refused',
] as const;

export type ErrorCode = keyof typeof failureStatuses | (typeof serviceFaults)[number];

const errorCodes = [...(Object.keys(failureStatuses) as (keyof typeof failureStatuses)[]), ...serviceFaults];

/** Why a call was refused, or failed. */
export class ErrorDetail {
  @OneOf<string>(errorCodes, 'Identifies the error for programs.')
  readonly code!: string;

  @Text('A headline for the user.')
  readonly title!: string;

  @Text('A sentence for the user.')
  readonly message!: string;

  @IsOptional()
  @Json('For each invalid field of a form, the text to show beside it.', {
    type: 'object',
    additionalProperties: { type: 'string' },
  })
  readonly fields?: Readonly<Record<string, string>>;
}

/** The body of every error of `/api` and `/functions/v1`. */
export class ErrorAnswer {
  @Row(() => ErrorDetail)
  readonly error!: ErrorDetail;
}

/** The body of every error of `/auth/v1`, as in the GoTrue protocol. */
export class AuthErrorAnswer {
  @Integer('The HTTP status.')
  readonly code!: number;

  @Text('Identifies the error for programs.')
  readonly error_code!: string;

  @Text('A sentence.')
  readonly msg!: string;
}
