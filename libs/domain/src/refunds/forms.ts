import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';
import { oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { isDollars } from '../money.ts';

export const refundReasonMaxCharacters = 500;
const reasonMessage = `Please say why, in at most ${refundReasonMaxCharacters} characters`;
const amountMessage = 'Enter an amount in dollars and cents, such as 12.50';

/** Why a brand wants its money back, or an operator gives it or not. */
export class RefundReasonForm {
  static readonly normalizers: Normalizers = { reason: oneLine };

  @IsString({ message: reasonMessage })
  @MinLength(1, { message: reasonMessage })
  @MaxLength(refundReasonMaxCharacters, { message: reasonMessage })
  reason: string = '';
}

/** What an operator gives back. */
export class RefundForm extends RefundReasonForm {
  static override readonly normalizers: Normalizers = { reason: oneLine };

  /** In dollars; all that is left of the price, where it is left out. */
  @IsOptional()
  @rule(isDollars, { message: amountMessage })
  amount?: number;
}
