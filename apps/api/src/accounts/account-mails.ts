import { mailOf } from '../adapters/mail/letter.ts';

export const recoveryMail = (to: string, url: string) =>
  mailOf(to, {
    subject: 'Reset your Tessera password',
    heading: 'Reset your password',
    paragraphs: [
      'You asked to choose a new password for your Tessera account.',
      'The button works once, for an hour. When the new password is set, you stay signed in here and are signed out everywhere else.',
    ],
    action: { label: 'Choose a new password', url },
    otherwise: 'It was not you? Then do nothing: your password stays as it is. Nobody can change it without this mail.',
  });

export const confirmationMail = (to: string, url: string) =>
  mailOf(to, {
    subject: 'Confirm your email address for Tessera',
    heading: 'Confirm your email address',
    paragraphs: [
      'One step is left to open your Tessera account: confirm that this address is yours.',
      'The button works once, for a day.',
    ],
    action: { label: 'Confirm my address', url },
    otherwise: 'It was not you? Then do nothing: the account stays closed, and you get no further mail.',
  });
