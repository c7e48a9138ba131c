import { NewPasswords } from './new-passwords.ts';

const owner = { email: 'mira@studio.example', names: ['Mira Lund'] };

/** The words with which each password is refused; null for one that is taken. */
const refusals = async (passwords: readonly string[]) => {
  const newPasswords = new NewPasswords();
  const answer = (password: string) =>
    newPasswords.check(password, owner).then(
      () => null,
      (error: Error) => error.message,
    );
  return Promise.all(passwords.map(answer));
};

it('[SEC-07] the 100,000 most common passwords are refused from six characters on, in any case', async () => {
  // The first of the list, of six and of eleven characters, and the last one.
  const common = ['123456', 'DRAGON', 'password123', '070162'];
  const words = 'Many people use this password, so it is easy to guess. Please choose another one.';
  expect(await refusals(common)).toEqual(common.map(() => words));
});

it('[SEC-07] any other password of six characters is taken', async () => {
  expect(await refusals(['fog-72', 'qw7rt!'])).toEqual([null, null]);
});
