import { ValidateIf } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';
import { dollarsOf, isDollars } from '../money.ts';
import { reasonForm } from '../reason-form.ts';
import { amountMessage } from '../typed-amount.ts';

export const refundReasonMaxCharacters = 500;
/** Checked against what remains of the license's price. */
const amountSchema = { type: 'number', minimum: 0.01, maximum: dollarsOf(Number.MAX_SAFE_INTEGER) };

/** Why a brand wants a refund, or why the operator grants or declines it. */
export class RefundReasonForm extends reasonForm(refundReasonMaxCharacters) {}

/** A refund by the operator. */
export class RefundForm extends RefundReasonForm {
  static readonly neverNull = ['amount'] as const;

  /** In dollars; only if it is left out, everything that remains of the price. */
  @ValidateIf((_form, amount) => amount !== undefined)
  @rule(isDollars, { message: amountMessage }, amountSchema)
  amount?: number;
}
