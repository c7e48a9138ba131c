import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Config } from '../config.ts';
import type { Attempts } from '../http/attempts.ts';
import { AttemptsModule } from '../http/attempts.module.ts';
import { attemptsToken, configToken } from '../kernel/tokens.ts';
import { AccessTokens } from './access-tokens.ts';
import { AccountStrategy } from './account.strategy.ts';
import { Accounts } from './accounts.ts';
import { AuthController } from './auth.controller.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { ProfileController } from './profile.controller.ts';
import { AccountLimits } from './limits.ts';
import { SessionRegistry } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { SignUp } from './sign-up.ts';

@Module({
  imports: [
    AttemptsModule,
    CqrsModule,
    PassportModule,
    JwtModule.registerAsync({
      inject: [configToken],
      useFactory: ({ jwtSecret }: Config) => ({ secret: jwtSecret, signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [AuthController, ProfileController],
  providers: [
    Accounts,
    AccessTokens,
    AccountStrategy,
    AuthErrorsFilter,
    Credentials,
    { provide: Passwords, useFactory: () => new Passwords() },
    {
      provide: AccountLimits,
      inject: [attemptsToken],
      useFactory: (attempts: Attempts) => new AccountLimits(attempts),
    },
    SessionRegistry,
    SignIn,
    SignUp,
  ],
  exports: [AccessTokens, AuthErrorsFilter, SessionRegistry],
})
export class AccountsModule {}
