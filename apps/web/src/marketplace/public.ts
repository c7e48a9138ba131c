/** What other features may use of this one; nothing else of it is imported from outside. */
export { cartItemOf } from './add-to-cart.ts';
export { shownOffer } from './chosen-type.atoms.ts';
export { useItemLink } from './item/use-item-link.ts';
