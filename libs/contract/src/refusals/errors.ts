import { IsOptional } from 'class-validator';
import { Json, OneOf, Row, Text, Integer } from '../kernel/fields.ts';
import { errorStatuses } from './statuses.ts';

/** An upload is refused with the statuses of the tus protocol. */
export type ErrorCode = keyof typeof errorStatuses | 'upload_refused';

const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(errorStatuses) as (keyof typeof errorStatuses)[]),
  'upload_refused',
];

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
