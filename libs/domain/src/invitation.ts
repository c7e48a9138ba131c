/** How the person who signs up got the referral code. */
export const arrivals = ['url', 'manual', 'unknown'] as const;
export type Arrival = (typeof arrivals)[number];
export const isArrival = (value: unknown): value is Arrival => arrivals.some((arrival) => arrival === value);

/** What a new account may share with the one that invited it, a sign that both belong to the same person. */
export const sharedIdentifiers = ['email', 'phone', 'payment_details'] as const;
export type SharedIdentifier = (typeof sharedIdentifiers)[number];
/** For phrases such as 'both have the same …'. */
export const sharedIdentifierLabels: Readonly<Record<SharedIdentifier, string>> = {
  email: 'email address',
  phone: 'phone number',
  payment_details: 'payment details',
};

/** The referral code that a new creator signed up with, resolved by the server. */
export interface Invitation {
  readonly referrer_id: string;
  readonly code: string;
  readonly arrival: Arrival;
  /** If not null, the referral waits for an admin's decision and rewards nobody until then. */
  readonly held_for: SharedIdentifier | null;
}
