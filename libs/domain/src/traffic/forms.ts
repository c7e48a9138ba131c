import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';

export const interactionKinds = ['view', 'cart', 'visit'] as const;
export type InteractionKind = (typeof interactionKinds)[number];

const idMaxCharacters = 100;
const idMessage = `Please send an id of at most ${idMaxCharacters} characters`;

/** A view of an item, an item added to a cart, or a visit by a referral link. */
export class InteractionForm {
  @IsIn(interactionKinds, { message: `Please send one of: ${interactionKinds.join(', ')}` })
  kind: InteractionKind = 'view';

  /** The item's id; for a visit, the referral code. */
  @IsString({ message: idMessage })
  @MinLength(1, { message: idMessage })
  @MaxLength(idMaxCharacters, { message: idMessage })
  id: string = '';
}
