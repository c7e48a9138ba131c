import { defineEvent } from '../../kernel/event.ts';
import type { SaleMails } from '../../mail-choices.ts';

interface SaleMailsChosenData {
  readonly account_id: string;
  readonly sale_mails: SaleMails;
}

const saleMailWords: Readonly<Record<SaleMails, string>> = {
  at_once: 'an email for each sale',
  daily: 'one email a day for all sales',
  never: 'no emails for sales',
};
/** This event is in the account's stream. */
export const saleMailsChosen = defineEvent<SaleMailsChosenData>()('SaleMailsChosen', {
  audit: ({ sale_mails }) => `A creator chose ${saleMailWords[sale_mails]}.`,
});
