import { IsString, MinLength } from 'class-validator';

/** What the admin's login form holds. */
export class AdminSignInForm {
  @IsString({ message: 'Please enter both email and password' })
  @MinLength(1, { message: 'Please enter both email and password' })
  email = '';

  @IsString({ message: 'Please enter both email and password' })
  @MinLength(1, { message: 'Please enter both email and password' })
  password = '';
}

/** The own password once more, before what a session alone doesn't open. */
export class AdminConfirmForm {
  @IsString({ message: 'Please enter your password' })
  @MinLength(1, { message: 'Please enter your password' })
  password = '';
}
