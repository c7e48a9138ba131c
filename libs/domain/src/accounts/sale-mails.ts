import { IsIn } from 'class-validator';
import { defineEvent } from '../kernel/event.ts';
import { saleMailChoices, usualSaleMails } from '../sale-mails.ts';
import type { SaleMails } from '../sale-mails.ts';

/** How a creator wants to hear of sales by email. */
export class SaleMailsForm {
  @IsIn(saleMailChoices, { message: 'Please choose when we email you about sales' })
  sale_mails: SaleMails = usualSaleMails;
}

interface SaleMailsChosenData {
  readonly account_id: string;
  readonly sale_mails: SaleMails;
}

const saleMailWords: Readonly<Record<SaleMails, string>> = {
  at_once: 'an email for each sale',
  daily: 'one email a day for all sales',
  never: 'no emails for sales',
};
/** In the account's stream. */
export const saleMailsChosen = defineEvent<SaleMailsChosenData>()('SaleMailsChosen', {
  audit: ({ sale_mails }) => `A creator chose ${saleMailWords[sale_mails]}.`,
});
