import { IsIn } from 'class-validator';
import { saleMailChoices, usualSaleMails } from '../../sale-mails.ts';
import type { SaleMails } from '../../sale-mails.ts';

/** How a creator wants to hear of sales by email. */
export class SaleMailsForm {
  @IsIn(saleMailChoices, { message: 'Please choose when we email you about sales' })
  sale_mails: SaleMails = usualSaleMails;
}
