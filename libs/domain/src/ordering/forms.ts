import { Equals, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';

const expiryPattern = /^(0[1-9]|1[0-2])\/\d{2}$/;
const formatMessage = 'Expiry Date must be in MM/YY format.';
const nameMessage = 'Cardholder Name must be at least 2 characters.';

/** The instant, in UTC, from which a card with this MM/YY is no longer valid. */
const expiresAt = (expiry: string) => Date.UTC(2000 + Number(expiry.slice(3)), Number(expiry.slice(0, 2)), 1);

export const isExpired = (expiry: string, now: number) => expiryPattern.test(expiry) && expiresAt(expiry) <= now;

const notExpired = rule((value) => typeof value !== 'string' || !isExpired(value, Date.now()), {
  message: 'Card has expired.',
});

/** The card form. Its values pass from the browser to the gateway and are never stored. */
export class PaymentForm {
  @IsString({ message: nameMessage })
  @MinLength(2, { message: nameMessage })
  @MaxLength(100, { message: 'Cardholder Name must be at most 100 characters.' })
  cardholderName = '';

  @Matches(/^\d{16}$/, { message: 'Card Number must be a 16-digit number.' })
  cardNumber = '';

  @notExpired
  @Matches(expiryPattern, { message: formatMessage })
  expiry = '';

  @Matches(/^\d{3}$/, { message: 'CVV must be a 3-digit number.' })
  cvv = '';

  @Equals(true, { message: 'You must accept the terms and conditions.' })
  terms = false;
}
