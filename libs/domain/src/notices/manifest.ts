import type { Manifest } from '../kernel/manifest.ts';
import { moneyMail } from './money-mail.ts';
import { unsentMoneyMails } from './unsent-money-mails.view.ts';

export const noticesManifest: Manifest = { deciders: [moneyMail], views: [unsentMoneyMails] };
