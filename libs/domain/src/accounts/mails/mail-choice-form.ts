import { IsBoolean, IsIn } from 'class-validator';
import { optionalMails } from '../../mail-choices.ts';
import type { OptionalMail } from '../../mail-choices.ts';

/** Turns one kind of optional email on or off. */
export class MailChoiceForm {
  @IsIn(optionalMails, { message: `Please name one of these emails: ${optionalMails.join(', ')}` })
  mail!: OptionalMail;

  @IsBoolean({ message: 'Please say whether you want this email' })
  wanted!: boolean;
}
