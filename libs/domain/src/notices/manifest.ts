import type { Manifest } from '../kernel/manifest.ts';
import { dueMails } from './due-mails.view.ts';
import { mail } from './mail.ts';
import { moneyMail } from './money-mail.ts';
import { priceMail } from './price-mail.ts';
import { priceWatchers } from './price-watchers.view.ts';

export const noticesManifest: Manifest = {
  deciders: [mail, moneyMail, priceMail],
  views: [dueMails, priceWatchers],
};
