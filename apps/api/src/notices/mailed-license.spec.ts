// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import { startMailServer } from '../../../../test/support/servers/mail-server.ts';
import { mailOf } from '../adapters/mail/mail-content.ts';
import { openSmtpMailer } from '../adapters/mail/smtp.ts';
import { termsOf, titleOf } from './mailed-license.ts';
import type { MailedLicense } from './mailed-license.ts';

const licenseOf = (title: string, brand_name: string) =>
  ({ license_id: 'license-1', item: { title }, license_type: 'perpetual', quantity: 1, brand_name }) as MailedLicense;

it.each([
  ['山田太郎 東京', 'サクラ', (name: string) => name],
  ['서울 사진관', '한빛', (name: string) => name],
  ['श्री लक्ष्मी', 'सूर्य', (name: string) => name],
  ['Aki 📸', 'ญี่ปุ่น', (name: string) => name],
  ['שלום (חיפה)', 'ים', (name: string) => `\u2068${name}\u2069`],
  ['محمد علي', 'النور', (name: string) => `\u2068${name}\u2069`],
])(
  '[FIX-33] a mail about “%s” writes the names as they are, and keeps the words around them in order',
  async (title, brand, shown) => {
    const server = await startMailServer();
    const mailer = openSmtpMailer({ url: server.url, from: 'support@tessera.example' });
    const license = licenseOf(title, brand);
    const subject = `Your license for ${titleOf(license)} ends tomorrow`;
    const lines = [{ what: titleOf(license), detail: termsOf(license), amount: '$1.00' }];
    await mailer.send(
      mailOf('mira@example.com', {
        subject,
        heading: subject,
        paragraphs: [`We refunded ${titleOf(license)} today.`],
        breakdown: { lines, total: { label: 'Total', amount: '$1.00' } },
        action: { label: 'Open', url: 'https://tessera.example' },
        footer: 'Because.',
      }),
    );
    const mail = await server.mailTo('mira@example.com');
    mailer.close();
    await server.close();
    expect(mail.subject).toBe(`Your license for “${shown(title)}” ends tomorrow`);
    expect(mail.text).toContain(`We refunded “${shown(title)}” today.`);
    expect(mail.text).toContain(`Perpetual License, to ${shown(brand)}: $1.00`);
    const inHtml = (name: string) => shown(name).replace('\u2068', '<bdi>').replace('\u2069', '</bdi>');
    expect(mail.html).toContain(`We refunded “${inHtml(title)}” today.</p>`);
    expect(mail.html).toContain(`Perpetual License, to ${inHtml(brand)}</span>`);
  },
);
