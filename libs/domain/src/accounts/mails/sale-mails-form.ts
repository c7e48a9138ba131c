import { IsIn } from 'class-validator';
import { saleMailChoices, defaultSaleMails } from '../../mail-choices.ts';
import type { SaleMails } from '../../mail-choices.ts';

/** How often a creator wants emails about sales. */
export class SaleMailsForm {
  @IsIn(saleMailChoices, { message: 'Please choose when we email you about sales' })
  sale_mails: SaleMails = defaultSaleMails;
}
