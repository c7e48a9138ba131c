import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { isRole } from '@tessera/domain/accounts/account-events';
import { accountExists } from '@tessera/domain/accounts/access/identity-failures';
import { comparableAddress, isSameAddress } from '@tessera/domain/accounts/email-address';
import type { AccountCommand } from '@tessera/domain/accounts/account';
import { CreatorSignUpForm, brandFormOf, creatorFormOf, payoutDetailsOf } from '@tessera/domain/accounts/forms';
import type { BrandProfilePayload, BrandSignUpForm, CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import type { Invitation } from '@tessera/domain/invitation';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { validate } from 'class-validator';
import type { Config } from '../../config.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { asksToConfirm } from '../email/asks-to-confirm.ts';
import { badInput } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import type { Credential } from './credentials.ts';
import { InvitationFacts } from './invitation.facts.ts';
import { NewPasswords } from '../passwords/new-passwords.ts';
import { Passwords } from '../../adapters/passwords.ts';

/** As it was sent: nothing is validated except that the credentials are text. */
export interface SignUpCall {
  readonly email: string;
  readonly password: string;
  readonly userType: unknown;
  readonly profile: Readonly<Record<string, unknown>>;
  /** The client's own metadata, kept with the account. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlation: string;
}

type Form = CreatorSignUpForm | BrandSignUpForm;

/** A missing text counts as empty, so that the form's own rule refuses it. */
const emptyProfile = { name: '', phone: '', social_handle: '', brand_name: '', brand_url: '' };

const formOf = ({ email, password, userType, profile }: SignUpCall): Form => {
  const credentials = { email, password };
  const payload: unknown = { ...emptyProfile, ...profile };
  if (!isRole(userType)) throw badInput('userType must be creator or brand');
  return userType === 'creator'
    ? creatorFormOf(credentials, payload as CreatorProfilePayload)
    : brandFormOf(credentials, payload as BrandProfilePayload);
};

const namesOf = (form: Form) => (form instanceof CreatorSignUpForm ? [form.name] : [form.name, form.brandName]);

/** Whether the account has the address or is about to get it; otherwise an interrupted change left it behind. */
const hasAddress = (holder: Identity, held: Credential, email: string) =>
  held.moving === true || holder.email === null || isSameAddress(holder.email, email);

const checked = async (form: Form): Promise<Form> => {
  const [error] = await validate(form, { forbidUnknownValues: true });
  if (error) throw badInput(Object.values(error.constraints ?? {})[0] ?? `${error.property} is not valid`);
  return form;
};

const commandOf = (
  form: Form,
  accountId: string,
  invitation: Invitation | null,
  more: Pick<SignUpCall, 'metadata'> & { readonly asks_confirmation: boolean },
): AccountCommand => {
  const registered = {
    account_id: accountId,
    name: form.name,
    email: comparableAddress(form.email),
    phone: form.phone,
    terms_version: termsInForce().id,
  };
  if (form instanceof CreatorSignUpForm) {
    const { socialHandle: social_handle, paymentMethod: payment_method } = form;
    const payout = payoutDetailsOf(form);
    // A held referral rewards nobody.
    const referrer_id = invitation && !invitation.held_for ? invitation.referrer_id : null;
    const registration = { ...registered, social_handle, payment_method, payout, referrer_id, invitation };
    return { kind: 'register-creator', registration, ...more };
  }
  const { brandName: brand_name, brandUrl: brand_url } = form;
  return { kind: 'register-brand', registration: { ...registered, brand_name, brand_url }, ...more };
};

/**
 * Opens accounts. First the address is reserved in the vault, then one event creates the account and its profile. A crash
 * in between leaves a reservation without an account: nobody can sign in with it, and the next sign-up joins it. Sign-ups
 * for one address that meet, on whatever nodes, share the reservation: one of them writes the account's first event, and
 * that one's password is the account's.
 */
@Injectable()
export class SignUp {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly invitations: InvitationFacts,
    private readonly newPasswords: NewPasswords,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * @param beforeOpening requests what the new account is mailed: it must not be lost to a crash once the account is open
   * @throws AuthRefused or Refused; then no account was opened
   */
  async register(call: SignUpCall, beforeOpening: (accountId: string) => Promise<void>): Promise<Identity> {
    const form = await checked(formOf(call));
    await this.newPasswords.check(form.password, { email: form.email, names: namesOf(form) });
    const passwordHash = await this.passwords.hash(form.password);
    const invitation = await this.#invitationOf(form);
    const accountId = await this.#reservedFor(form.email, passwordHash);
    const metadata = { actor: accountId, correlation: call.correlation, causation: null };
    const more = { metadata: call.metadata, asks_confirmation: asksToConfirm(this.config) };
    const command = commandOf(form, accountId, invitation, more);
    await beforeOpening(accountId);
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
    await this.credentials.setPassword(form.email, accountId, passwordHash);
    const identity = await this.accounts.identity(accountId);
    if (!identity) throw new Error('The account that was just opened is not in the log');
    return identity;
  }

  async #invitationOf(form: Form): Promise<Invitation | null> {
    if (!(form instanceof CreatorSignUpForm)) return null;
    const creator = { email: form.email, phone: form.phone, payout: payoutDetailsOf(form) };
    return this.invitations.find(form.referralCode, form.referralSource, creator);
  }

  async #reservedFor(email: string, passwordHash: string): Promise<string> {
    const reserved = await this.credentials.reserve(email, passwordHash);
    if (reserved) return reserved.account_id;
    const held = await this.credentials.find(email);
    const holder = held && (await this.accounts.identity(held.account_id));
    if (!held || (holder && hasAddress(holder, held, email))) throw new Refused(accountExists());
    if (!held.opening) {
      // Left by a change of address, or by a sign-up that was interrupted when reservations didn't say so yet.
      await this.credentials.remove(email, held.account_id);
      return this.#reservedFor(email, passwordHash);
    }
    return (await this.credentials.join(email))?.account_id ?? this.#reservedFor(email, passwordHash);
  }
}
