import { filledText } from '../kernel/form-rule.ts';

/** Longer than any email address or password of an admin. */
const textMaxCharacters = 1_000;
const isFilled = filledText(textMaxCharacters, 'Please enter both email and password');

/** The admin's sign-in form. */
export class AdminSignInForm {
  @isFilled
  email: string = '';

  @isFilled
  password: string = '';
}

/** Asks for the password again before something that a session alone doesn't allow. */
export class AdminConfirmForm {
  @filledText(textMaxCharacters, 'Please enter your password')
  password: string = '';
}
