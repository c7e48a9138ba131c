import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';
import { oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { isDollars } from '../money.ts';

export const refundReasonMaxCharacters = 500;
const reasonMessage = `Please say why, in at most ${refundReasonMaxCharacters} characters`;
const amountMessage = 'Enter an amount in dollars and cents, such as 12.50';

/** Why a brand wants a refund, or why the operator grants or declines it. */
export class RefundReasonForm {
  static readonly normalizers: Normalizers = { reason: oneLine };

  @IsString({ message: reasonMessage })
  @MinLength(1, { message: reasonMessage })
  @MaxLength(refundReasonMaxCharacters, { message: reasonMessage })
  reason: string = '';
}

/** A refund by the operator. */
export class RefundForm extends RefundReasonForm {
  static override readonly normalizers: Normalizers = { reason: oneLine };

  /** In dollars; if it is left out, everything that remains of the price. */
  @IsOptional()
  @rule(isDollars, { message: amountMessage })
  amount?: number;
}
