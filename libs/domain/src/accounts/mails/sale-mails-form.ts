import { IsIn } from 'class-validator';
import { saleMailChoices, defaultSaleMails } from '../../sale-mails.ts';
import type { SaleMails } from '../../sale-mails.ts';

/** How a creator wantsMail to hear of sales by email. */
export class SaleMailsForm {
  @IsIn(saleMailChoices, { message: 'Please choose when we email you about sales' })
  sale_mails: SaleMails = defaultSaleMails;
}
