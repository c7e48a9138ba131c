/** How a creator is paid. */
export const paymentMethods = ['venmo', 'paypal', 'bank'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
