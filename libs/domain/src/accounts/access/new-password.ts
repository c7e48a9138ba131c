import { defineEvent } from '../../kernel/event.ts';
import { comparable } from '../../kernel/text.ts';

interface PasswordChangedData {
  readonly account_id: string;
  /** Identifies the change, so that it is recorded once, however often it is requested. */
  readonly change_id: string;
}

export const passwordChanged = defineEvent<PasswordChangedData>()('PasswordChanged', {
  audit: () => 'A password was changed.',
});

/** The account that a new password is for. */
export interface PasswordOwner {
  readonly email: string;
  /** The person's name, and the brand's if there is one. */
  readonly names: readonly string[];
}

const bare = (text: string) => comparable(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns why a password is too easy to guess, as a sentence for the user, or null if it is acceptable. The form checks
 * its length.
 * @param isCommon whether a password is on the list of the most common ones
 */
export const weaknessOf = (
  password: string,
  { email, names }: PasswordOwner,
  isCommon: (password: string) => boolean,
): string | null => {
  if (password !== password.trim()) return 'Your password can’t begin or end with a space.';
  const isOneOf = (words: readonly string[]) => bare(password) !== '' && words.map(bare).includes(bare(password));
  if (isOneOf([email, email.replace(/@.*/s, '')])) {
    return 'Your password can’t be your email address or the start of it. Please choose another one.';
  }
  if (isOneOf(names)) return 'Your password can’t be your name. Please choose another one.';
  return isCommon(password)
    ? 'Many people use this password, so it is easy to guess. Please choose another one.'
    : null;
};
