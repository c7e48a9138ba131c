import { IsString, MinLength } from 'class-validator';

/** The admin's sign-in form. */
export class AdminSignInForm {
  @IsString({ message: 'Please enter both email and password' })
  @MinLength(1, { message: 'Please enter both email and password' })
  email = '';

  @IsString({ message: 'Please enter both email and password' })
  @MinLength(1, { message: 'Please enter both email and password' })
  password = '';
}

/** Asks for the password again before something that a session alone doesn't allow. */
export class AdminConfirmForm {
  @IsString({ message: 'Please enter your password' })
  @MinLength(1, { message: 'Please enter your password' })
  password = '';
}
