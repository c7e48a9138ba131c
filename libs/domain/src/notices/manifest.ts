import type { Manifest } from '../kernel/manifest.ts';
import { moneyMail } from './money-mail.ts';
import { priceMail } from './price-mail.ts';
import { priceWatchers } from './price-watchers.view.ts';
import { unsentMoneyMails } from './unsent-money-mails.view.ts';

export const noticesManifest: Manifest = {
  deciders: [moneyMail, priceMail],
  views: [unsentMoneyMails, priceWatchers],
};
