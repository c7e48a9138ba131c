import { filledText } from '../../kernel/form-rule.ts';
import type { Normalizers } from '../../kernel/text.ts';
import { isNewAddress, typedAddress } from '../email-address.ts';
import { OwnPasswordForm } from './second-factor-forms.ts';

const incompleteMessage = 'This link is incomplete. Please open it from the email again.';
const partMaxCharacters = 1_000;

/** Another address for an account. */
export class NewEmailForm {
  static readonly normalizers: Normalizers = { email: typedAddress };

  @isNewAddress
  email = '';
}

/** Another address for an account, and the proof of being its owner. */
export class EmailChangeForm extends OwnPasswordForm {
  static override readonly normalizers: Normalizers = { ...OwnPasswordForm.normalizers, email: typedAddress };

  @isNewAddress
  email = '';
}

/** What the link to a new address says. */
export class EmailLinkForm {
  @filledText(partMaxCharacters, incompleteMessage)
  token = '';

  @filledText(partMaxCharacters, incompleteMessage)
  email = '';
}
