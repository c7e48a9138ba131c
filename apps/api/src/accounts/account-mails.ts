import { deviceName } from '@tessera/domain/accounts/access/device';
import type { Role } from '@tessera/domain/accounts/account-events';
import type { Device } from '@tessera/domain/accounts/access/device';
import { formatMinute } from '@tessera/domain/days';
import { detailsHoldHours } from '@tessera/domain/payouts/left-out';
import { mailOf } from '../adapters/mail/mail-content.ts';

const urlOf = (publicUrl: string, path: string) => new URL(path, publicUrl).href;

const dateTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export const recoveryMail = (to: string, url: string) =>
  mailOf(to, {
    subject: 'Reset your Tessera password',
    heading: 'Reset your password',
    paragraphs: [
      'You asked to choose a new password for your Tessera account.',
      'The button works once and expires in an hour. Once your new password is set, you’ll be signed out everywhere else.',
    ],
    action: { label: 'Choose a new password', url },
    footer:
      'Not you? Just ignore this email: your password stays the same, and nobody can change it without this link.',
  });

export const reauthenticationMail = (to: string, nonce: string, publicUrl: string) =>
  mailOf(to, {
    subject: `${nonce} is your Tessera code`,
    heading: 'Confirm that it’s you',
    paragraphs: [`Your code is ${nonce}`, 'Enter it where you asked for it. It works once and expires in ten minutes.'],
    action: { label: 'Go to my account', url: urlOf(publicUrl, '/account') },
    footer:
      'If you didn’t ask for a code, someone is signed in to your account. Don’t share the code with anyone, and change your password.',
  });

export const passwordChangedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'Your Tessera password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your Tessera account was just changed, and every other device was signed out.',
      'If that was you, you’re all set.',
    ],
    action: { label: 'This wasn’t me', url: urlOf(publicUrl, '/auth/forgot-password') },
    footer: 'If it wasn’t you, reset your password right away: that signs out whoever did this.',
  });

export interface NewDeviceSignIn {
  readonly device: Device;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the device still needs the second factor to get in. */
  readonly awaits_code: boolean;
}

export const newDeviceMail = (to: string, publicUrl: string, { device, at, awaits_code }: NewDeviceSignIn) =>
  mailOf(to, {
    subject: 'New sign-in to your Tessera account',
    heading: 'New sign-in to your account',
    paragraphs: [
      'Your password was just used on a device you haven’t signed in on before:',
      [deviceName(device), device.network, `${dateTime.format(Date.parse(at))} UTC`]
        .filter((known) => known !== null)
        .join(' · '),
      ...(awaits_code ? ['To get in, it still needs your second factor.'] : []),
      'If that was you, you’re all set.',
    ],
    action: { label: 'See where I’m signed in', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, someone knows your password. Sign that device out in your account, under Where you’re signed in, and change your password right away.',
  });

/** @param until when payouts resume, ISO 8601 */
export const payoutChangedMail = (to: string, publicUrl: string, until: string) =>
  mailOf(to, {
    subject: 'Your Tessera payout details were changed',
    heading: 'Your payout details were changed',
    paragraphs: [
      'How or where we pay you was just changed in your account. We asked for the password first.',
      `To keep your money safe, payouts wait for ${detailsHoldHours} hours, until ${formatMinute(until)}. Your sales go on as before.`,
      'If that was you, you’re all set.',
    ],
    action: { label: 'Check my payout details', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, someone knows your password. Reset it right away, set your payout details back to yours, and reply to this email: we’ll put your payouts on hold.',
  });

export const secondFactorAddedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'A second factor was added to your Tessera account',
    heading: 'Your account has a second factor',
    paragraphs: [
      'From now on, you’ll need your password and a code from your authenticator app to sign in. Every other device was signed out.',
      'Keep your recovery codes where you’ll find them without your phone.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, someone knows your password. Please contact support right away to get your account back.',
  });

export const secondFactorRemovedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'A second factor was removed from your Tessera account',
    heading: 'A second factor was removed',
    paragraphs: [
      'An authenticator app was just removed from your Tessera account.',
      'If that was you, you’re all set.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer: 'If it wasn’t you, reset your password right away, then set your authenticator app up again.',
  });

const passkeyNamed = (name: string) => (name === '' ? 'A passkey' : `The passkey “${name}”`);

/** @param name given by its owner; may be empty */
export const passkeyAddedMail = (name: string) => (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'A passkey was added to your Tessera account',
    heading: 'A passkey was added',
    paragraphs: [
      `${passkeyNamed(name)} was just added to your Tessera account. After your password, you can use it instead of a code.`,
      'If that was you, you’re all set. Keep your recovery codes where you’ll find them without your devices.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, someone has been in your account. Remove the passkey and change your password right away. If you can’t sign in, contact support.',
  });

export const passkeyRemovedMail = (name: string) => (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'A passkey was removed from your Tessera account',
    heading: 'A passkey was removed',
    paragraphs: [
      `${passkeyNamed(name)} was just removed from your Tessera account and can no longer be used to sign in.`,
      'If that was you, you’re all set.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer: 'If it wasn’t you, reset your password right away, then set your second factor up again.',
  });

/** @param left how many codes are left */
export const recoveryCodeUsedMail = (to: string, publicUrl: string, left: number) =>
  mailOf(to, {
    subject: 'A recovery code for your Tessera account was used',
    heading: 'A recovery code was used',
    paragraphs: [
      `Someone just signed in with your password and one of your recovery codes. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      'If that was you, you’re all set. New codes are in your account, under Second factor.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer: 'If it wasn’t you, reset your password right away, then make new recovery codes.',
  });

/** @param lastPayout what is due to a creator; null for a brand */
export const accountDeletedMail = (
  to: string,
  publicUrl: string,
  lastPayout: { readonly title: string; readonly sentences: readonly string[] } | null,
) =>
  mailOf(to, {
    subject: 'Your Tessera account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      'Your Tessera account was just deleted. The key to your personal data has been destroyed, so nobody can ever read it again.',
      ...(lastPayout ? [[`${lastPayout.title}.`, ...lastPayout.sentences].join(' ')] : []),
      'Licenses you sold or bought stay valid.',
    ],
    action: { label: 'Visit Tessera', url: urlOf(publicUrl, '/') },
    footer:
      'If it wasn’t you, someone knew your password: change it wherever else you use it. The account can’t be brought back, but you’re welcome to open a new one.',
  });

/** Sent to an account that is open already. */
export const welcomeMail = (to: string, url: string, role: Role) =>
  mailOf(to, {
    subject: 'Welcome to Tessera: please confirm your email address',
    heading: 'Is this your email address?',
    paragraphs: [
      'Your Tessera account is open. Please confirm that this email address is yours, so that what we send you reaches you.',
      ...(role === 'creator' ? ['Payouts wait until you do. Everything else works right away.'] : []),
      'The button works once and expires in a day. You can have it sent again from your account.',
    ],
    action: { label: 'Confirm my address', url },
    footer: 'Not you? Then someone mistyped their address. Just ignore this email: it won’t be confirmed.',
  });

/** To the address that an account is to get. */
export const emailChangeMail = (to: string, url: string) =>
  mailOf(to, {
    subject: 'Confirm your new email address for Tessera',
    heading: 'Confirm your new email address',
    paragraphs: [
      'You asked to use this email address for your Tessera account. Until you confirm it, nothing changes.',
      'Please open the link where you’re signed in to Tessera. It works once and expires in a day.',
    ],
    action: { label: 'Confirm my new address', url },
    footer: 'Not you? Just ignore this email: without your Tessera account, nobody can do anything with this link.',
  });

/** To the address that an account still has. */
export const emailChangeAskedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'Your Tessera email address is about to change',
    heading: 'Another email address for your account',
    paragraphs: [
      'Someone gave your password and asked to use another email address for your Tessera account. It changes once the link that we sent there is confirmed.',
      'If that was you, you’re all set.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, change your password right away: that makes the link useless and signs out whoever did this.',
  });

/** To both addresses. */
export const emailChangedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'Your Tessera email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      'The email address of your Tessera account was just changed, and every other device was signed out. From now on, you sign in with the new address, and that’s where our emails go.',
      'If that was you, you’re all set.',
    ],
    action: { label: 'Check my account', url: urlOf(publicUrl, '/account') },
    footer:
      'If it wasn’t you, someone knows your password. Reply to this email right away: we’ll put your payouts on hold and get your account back to you.',
  });

export const confirmationMail = (to: string, url: string) =>
  mailOf(to, {
    subject: 'Confirm your email address for Tessera',
    heading: 'Confirm your email address',
    paragraphs: [
      'There’s one step left to open your Tessera account: please confirm that this email address is yours.',
      'The button works once and expires in a day.',
    ],
    action: { label: 'Confirm my address', url },
    footer: 'Not you? Just ignore this email: the account won’t be opened, and you won’t hear from us again.',
  });
