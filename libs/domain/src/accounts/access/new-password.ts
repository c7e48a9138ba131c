import { comparable } from '../../kernel/text.ts';

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly email: string;
  /** The person's own, and the brand's. */
  readonly names: readonly string[];
}

const bare = (text: string) => comparable(text).replace(/[^\p{L}\p{N}]/gu, '');

const ownWords = ({ email, names }: PasswordOwner): readonly string[] => [email, email.replace(/@.*/s, ''), ...names];

/**
 * Why a password is too easy to guess, as a sentence for whoever chose it; null when it will do. Its length is the
 * form's matter.
 * @param isCommon whether it stands among the passwords that most people choose
 */
export const weaknessOf = (
  password: string,
  owner: PasswordOwner,
  isCommon: (password: string) => boolean,
): string | null => {
  if (password !== password.trim()) return 'Your password can’t begin or end with a space.';
  const own = ownWords(owner).map(bare);
  if (own.some((word) => word !== '' && word === bare(password))) {
    return 'Your password can’t be your name or email address. Please choose another one.';
  }
  return isCommon(password)
    ? 'Many people use this password, so it is easy to guess. Please choose another one.'
    : null;
};
