import { IsIn } from 'class-validator';
import { filledText } from '../kernel/form-rule.ts';

export const interactionKinds = ['view', 'cart', 'visit'] as const;
export type InteractionKind = (typeof interactionKinds)[number];

const idMaxCharacters = 100;
const idMessage = `Please send an id of at most ${idMaxCharacters} characters`;

/** A view of an item, an item added to a cart, or a visit by a referral link. */
export class InteractionForm {
  @IsIn(interactionKinds, { message: `Please send one of: ${interactionKinds.join(', ')}` })
  kind: InteractionKind = 'view';

  /** The item's id; for a visit, the referral code. */
  @filledText(idMaxCharacters, idMessage)
  id: string = '';
}
