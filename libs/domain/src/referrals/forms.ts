import { IsOptional, IsString, MaxLength } from 'class-validator';

export const descriptionMaxCharacters = 120;
const descriptionMessage = `A description has at most ${descriptionMaxCharacters} characters`;

/** What a creator says of a new code. */
export class ReferralCodeForm {
  @IsOptional()
  @IsString({ message: descriptionMessage })
  @MaxLength(descriptionMaxCharacters, { message: descriptionMessage })
  description?: string = '';
}
