import { IsOptional } from 'class-validator';
import { Json, OneOf, Row, Text, Integer } from './fields.ts';
import { failureStatuses } from './statuses.ts';

/** Refusals that are none of the domain's: of the framework, of a reader, of an engine that is away. */
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
  @OneOf<string>(errorCodes, 'By which programs tell it from all others.')
  readonly code!: string;

  @Text('A headline, in the words of the user.')
  readonly title!: string;

  @Text('A sentence, in the words of the user.')
  readonly message!: string;

  @IsOptional()
  @Json('Per field of a form that breaks a rule, the words to show beside it.', {
    type: 'object',
    additionalProperties: { type: 'string' },
  })
  readonly fields?: Readonly<Record<string, string>>;
}

/** Every error of `/api` and `/functions/v1`. */
export class ErrorAnswer {
  @Row(() => ErrorDetail)
  readonly error!: ErrorDetail;
}

/** Every error of `/auth/v1`, in the form of the GoTrue protocol. */
export class AuthErrorAnswer {
  @Integer('The status.')
  readonly code!: number;

  @Text('By which programs tell it from all others.')
  readonly error_code!: string;

  @Text('A sentence.')
  readonly msg!: string;
}
