import { IsOptional } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';
import { isDollars } from '../money.ts';
import { reasonForm } from '../reason-form.ts';

export const refundReasonMaxCharacters = 500;
const amountMessage = 'Enter an amount in dollars and cents, such as 12.50';

/** Why a brand wants a refund, or why the operator grants or declines it. */
export class RefundReasonForm extends reasonForm(refundReasonMaxCharacters) {}

/** A refund by the operator. */
export class RefundForm extends RefundReasonForm {
  /** In dollars; if it is left out, everything that remains of the price. */
  @IsOptional()
  @rule(isDollars, { message: amountMessage })
  amount?: number;
}
