/** What other features may import from this one; they import nothing else. */
export { cartItemOf } from './add-to-cart.ts';
export { shownOffer } from './chosen-type.atoms.ts';
export { useItemLink } from './item/use-item-link.ts';
