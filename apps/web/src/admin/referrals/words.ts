/** A person's name; without one, the account is gone. */
export const nameOf = (name: string | null) => name ?? 'a deleted account';
