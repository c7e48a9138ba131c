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
