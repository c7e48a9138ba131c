import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { paymentMethods } from '../payment-methods.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import { reasonForm } from '../reason-form.ts';

export const payoutReasonMaxCharacters = 300;

/** Why payouts to a creator are put on hold, or why a payout failed or came back. The creator reads it. */
export class PayoutReasonForm extends reasonForm(payoutReasonMaxCharacters) {}

export const referenceMaxCharacters = 100;
const referenceMessage = `A reference can have at most ${referenceMaxCharacters} characters`;

/** The bank's or provider's reference for a payout that it paid. */
export class PayoutPaidForm {
  static readonly normalizers: Normalizers = { reference: oneLine };

  @IsOptional()
  @IsString({ message: referenceMessage })
  @MaxLength(referenceMaxCharacters, { message: referenceMessage })
  reference?: string = '';
}

export class PayoutFileForm {
  @IsIn([...paymentMethods], { message: `Please choose one of: ${paymentMethods.join(', ')}` })
  method: PaymentMethod = 'bank';
}
