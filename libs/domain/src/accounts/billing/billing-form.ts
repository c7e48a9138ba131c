import { IsString, MaxLength, MinLength } from 'class-validator';
import { rules } from '../../kernel/form-rule.ts';
import { oneLine } from '../../kernel/text.ts';
import type { Normalizers } from '../../kernel/text.ts';
import type { BillingDetails } from './billing.ts';

const textMaxCharacters = 200;
const shortMaxCharacters = 60;

const needed = (message: string) => rules(IsString({ message }), MinLength(1, { message }));
const atMost = (name: string, characters = textMaxCharacters) =>
  MaxLength(characters, { message: `${name} must be at most ${characters} characters` });

/** A billing address must be complete; only what some countries don't have may be empty. */
export class BillingForm implements BillingDetails {
  static readonly normalizers: Normalizers = {
    company: oneLine,
    street: oneLine,
    city: oneLine,
    region: oneLine,
    postal_code: oneLine,
    country: oneLine,
    tax_number: oneLine,
    po_number: oneLine,
  };

  @needed('Please enter the company name')
  @atMost('Company name')
  company = '';

  @needed('Please enter the street address')
  @atMost('Street address')
  street = '';

  @needed('Please enter the city')
  @atMost('City')
  city = '';

  @IsString({ message: 'Please enter a valid state or region' })
  @atMost('State or region')
  region = '';

  @IsString({ message: 'Please enter a valid postal code' })
  @atMost('Postal code', shortMaxCharacters)
  postal_code = '';

  @needed('Please enter the country')
  @atMost('Country')
  country = '';

  @IsString({ message: 'Please enter a valid tax number' })
  @atMost('Tax number', shortMaxCharacters)
  tax_number = '';

  @IsString({ message: 'Please enter a valid PO number' })
  @atMost('PO number', shortMaxCharacters)
  po_number = '';
}
