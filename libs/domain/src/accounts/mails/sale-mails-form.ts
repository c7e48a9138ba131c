import { IsIn } from 'class-validator';
import { saleMailChoices, defaultSaleMails } from '../../sale-mails.ts';
import type { SaleMails } from '../../sale-mails.ts';

/** How often a creator wants emails about sales. */
export class SaleMailsForm {
  @IsIn(saleMailChoices, { message: 'Please choose when we email you about sales' })
  sale_mails: SaleMails = defaultSaleMails;
}
