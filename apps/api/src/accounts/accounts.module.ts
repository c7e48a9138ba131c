import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { PassportModule } from '@nestjs/passport';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { KnownDevices } from '../http/limits/known-devices.ts';
import { KeysModule } from '../kernel/keys/keys.module.ts';
import { MailsModule } from '../mails/public.ts';
import { AccessTokens } from './sessions/access-tokens.ts';
import { AccountStrategy } from './auth/account.strategy.ts';
import { Accounts } from './accounts.ts';
import { AuthController } from './auth/auth.controller.ts';
import { AuthErrorsFilter } from './auth/auth-errors.filter.ts';
import { ChangePassword } from './passwords/change-password.ts';
import { ChangeEmail } from './email/change-email.ts';
import { OwnEmailController } from './email/own-email.controller.ts';
import { ConfirmOwner } from './passwords/confirm-owner.ts';
import { CreatorNames } from './creator-names.ts';
import { Credentials } from './auth/credentials.ts';
import { AccountDevices } from './devices/account-devices.ts';
import { DeviceSeals } from './devices/device-seals.ts';
import { OwnSessionsController } from './devices/own-sessions.controller.ts';
import { EmailLinksController } from './links/email-links.controller.ts';
import { EmailLinks } from './links/email-links.ts';
import { FollowLink } from './links/follow-link.ts';
import { PasswordsModule } from '../adapters/passwords.module.ts';
import { BillingController } from './profile/billing.controller.ts';
import { ProfileController } from './profile/profile.controller.ts';
import { CreatorPages } from './page/creator-pages.ts';
import { CreatorPagesController } from './page/creator-pages.controller.ts';
import { Handles } from './page/handles.ts';
import { OwnPageController } from './page/own-page.controller.ts';
import { MailChoicesController } from './profile/mail-choices.controller.ts';
import { SaleMailsController } from './profile/sale-mails.controller.ts';
import { InvitationFacts } from './auth/invitation.facts.ts';
import { AccountLimits } from './auth/limits.ts';
import { NewPasswords } from './passwords/new-passwords.ts';
import { PublicKeysController } from './sessions/public-keys.controller.ts';
import { OneTimeTokens } from './links/one-time-tokens.ts';
import { Factors } from './second-factor/factors.ts';
import { FactorsController } from './second-factor/factors.controller.ts';
import { RecoveryCodesController } from './second-factor/recovery-codes.controller.ts';
import { SecurityMails } from './security-mails.ts';
import { SecondFactor } from './second-factor/second-factor.ts';
import { Reauthentication } from './auth/reauthentication.ts';
import { SessionController } from './sessions/session.controller.ts';
import { SessionRegistry } from './sessions/sessions.ts';
import { SignIn } from './auth/sign-in.ts';
import { SignUp } from './auth/sign-up.ts';
import { UserSessions } from './sessions/user-sessions.ts';

@Module({
  imports: [AttemptsModule, CqrsModule, KeysModule, MailsModule, PassportModule, PasswordsModule],
  // `AuthController` must come after the other controllers of the protocol: it answers every path that they don't.
  controllers: [
    SessionController,
    PublicKeysController,
    FactorsController,
    EmailLinksController,
    AuthController,
    BillingController,
    ProfileController,
    SaleMailsController,
    MailChoicesController,
    OwnPageController,
    CreatorPagesController,
    OwnEmailController,
    OwnSessionsController,
    RecoveryCodesController,
  ],
  providers: [
    Accounts,
    AccountDevices,
    AccessTokens,
    AccountStrategy,
    AuthErrorsFilter,
    ChangeEmail,
    ChangePassword,
    ConfirmOwner,
    CreatorNames,
    CreatorPages,
    Credentials,
    DeviceSeals,
    EmailLinks,
    Factors,
    FollowLink,
    Handles,
    InvitationFacts,
    KnownDevices,
    NewPasswords,
    { provide: AccountLimits, inject: [Attempts], useFactory: (attempts: Attempts) => new AccountLimits(attempts) },
    OneTimeTokens,
    SecondFactor,
    SecurityMails,
    Reauthentication,
    SessionRegistry,
    SignIn,
    SignUp,
    UserSessions,
  ],
  exports: [
    AccessTokens,
    AccountLimits,
    Accounts,
    AuthErrorsFilter,
    ConfirmOwner,
    CreatorNames,
    CreatorPages,
    Credentials,
    Factors,
    Handles,
    OneTimeTokens,
    SessionRegistry,
  ],
})
export class AccountsModule {}
