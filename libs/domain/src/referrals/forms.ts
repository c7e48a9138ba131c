import { IsOptional, IsString, MaxLength } from 'class-validator';
import { oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { reasonForm } from '../reason-form.ts';

const descriptionMaxCharacters = 120;
const descriptionMessage = `A description can have at most ${descriptionMaxCharacters} characters`;

/** A creator's note on a new code. */
export class ReferralCodeForm {
  static readonly normalizers: Normalizers = { description: oneLine };

  @IsOptional()
  @IsString({ message: descriptionMessage })
  @MaxLength(descriptionMaxCharacters, { message: descriptionMessage })
  description?: string = '';
}

export const decisionReasonMaxCharacters = 300;

/** Why an admin approves or rejects a held referral. */
export class ReferralDecisionForm extends reasonForm(decisionReasonMaxCharacters) {}
