import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';

export const interactionKinds = ['view', 'cart', 'visit'] as const;
export type InteractionKind = (typeof interactionKinds)[number];

const idMaxCharacters = 100;
const idMessage = `Please send what was looked at, in at most ${idMaxCharacters} characters`;

/** That an item was looked at or put in a cart, or that somebody came by the link of a referral code. */
export class InteractionForm {
  @IsIn(interactionKinds, { message: `Please send one of: ${interactionKinds.join(', ')}` })
  kind: InteractionKind = 'view';

  /** Of the item; of a visit the code. */
  @IsString({ message: idMessage })
  @MinLength(1, { message: idMessage })
  @MaxLength(idMaxCharacters, { message: idMessage })
  id: string = '';
}
