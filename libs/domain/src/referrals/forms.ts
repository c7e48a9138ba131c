import { IsOptional, IsString, MaxLength } from 'class-validator';
import { oneLine } from '../kernel/text.ts';
import type { TakenAs } from '../kernel/text.ts';

export const descriptionMaxCharacters = 120;
const descriptionMessage = `A description can have at most ${descriptionMaxCharacters} characters`;

/** What a creator says of a new code. */
export class ReferralCodeForm {
  static readonly takenAs: TakenAs = { description: oneLine };

  @IsOptional()
  @IsString({ message: descriptionMessage })
  @MaxLength(descriptionMaxCharacters, { message: descriptionMessage })
  description?: string = '';
}
