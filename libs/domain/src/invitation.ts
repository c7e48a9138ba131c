/** How a referral code came to whoever signs up with it. */
export const arrivals = ['url', 'manual', 'unknown'] as const;
export type Arrival = (typeof arrivals)[number];
export const isArrival = (value: unknown): value is Arrival => arrivals.some((arrival) => arrival === value);

/** What a new account has in common with the one that invited it, so that both may be one person. */
export const sharedIdentifiers = ['email', 'phone', 'payment_details'] as const;
export type SharedIdentifier = (typeof sharedIdentifiers)[number];
/** As in 'both have the same …'. */
export const sharedIdentifierLabels: Readonly<Record<SharedIdentifier, string>> = {
  email: 'email address',
  phone: 'phone number',
  payment_details: 'payment details',
};

/** Whose code a new creator signed up with, as the server found it. */
export interface Invitation {
  readonly referrer_id: string;
  readonly code: string;
  readonly arrival: Arrival;
  /** Not null: the referral waits for the admin, and rewards nobody meanwhile. */
  readonly held_for: SharedIdentifier | null;
}
