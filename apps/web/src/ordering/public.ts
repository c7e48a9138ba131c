/** What other features may import from this one; they import nothing else. */
export { cartCountAtom, putAllInCart, putInCart } from './cart/cart.atoms.ts';
export type { NewCartItem } from './cart/cart.atoms.ts';
export { forgetPendingCartItem, keepPendingCartItem, pendingCartItem } from './cart/pending-cart-item.ts';
export { checkedAddress, gatewayPage } from './checkout-address.ts';
export { configAtom, readConfig } from './config.atoms.ts';
export { PaymentTerms } from './payment/payment-terms.tsx';
