import { linkIn, startMailServer } from '../../../../../test/support/servers/mail-server.ts';
import type { MailServer } from '../../../../../test/support/servers/mail-server.ts';
import { mailOf } from './mail-content.ts';
import { MailNotSent } from './port.ts';
import type { Mailer } from './port.ts';
import { openSmtpMailer } from './smtp.ts';

const from = 'support@tessera.example';
const mailContent = {
  subject: 'Wähle <ein> neues Passwort',
  heading: 'One & only',
  paragraphs: ['<script>alert(1)</script>', 'Second'],
  action: { label: 'Press "here"', url: 'https://tessera.example/auth/v1/verify?token=a.b&type=recovery' },
  footer: 'Not you?',
};

describe('a mail server', () => {
  let server: MailServer | undefined;
  let mailer: Mailer | undefined;
  afterEach(async () => {
    mailer?.close();
    await server?.close();
  });

  it('gets the email as text and as HTML, from the configured sender', async () => {
    server = await startMailServer();
    mailer = openSmtpMailer({ url: server.url, from });
    await mailer.send(mailOf('mira@example.com', mailContent));
    const mail = await server.mailTo('mira@example.com');
    expect(mail).toMatchObject({ from: { name: 'Tessera', address: from }, subject: mailContent.subject });
    expect(mail.text).toContain(`${mailContent.action.label}:\n${mailContent.action.url}\n`);
    expect(linkIn(mail)).toBe(mailContent.action.url);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail.html).not.toContain('<script');
  });

  it('gets the attachments, under the given Message-ID', async () => {
    server = await startMailServer();
    mailer = openSmtpMailer({ url: server.url, from });
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10]);
    const attachments = [{ filename: 'agreement-1.pdf', contentType: 'application/pdf', content }];
    const messageId = 'receipt.order-1@tessera.example';
    await mailer.send({ ...mailOf('mira@example.com', mailContent), attachments, messageId });
    const mail = await server.mailTo('mira@example.com');
    expect(mail.messageId).toBe(`<${messageId}>`);
    const [attached] = mail.attachments;
    expect(attached).toMatchObject({ filename: 'agreement-1.pdf', mimeType: 'application/pdf' });
    expect(Buffer.from(attached?.content as ArrayBuffer)).toEqual(content);
  });

  it('refuses a single email, which is told apart from refusing all', async () => {
    const refusing = async (options: NonNullable<Parameters<typeof startMailServer>[0]>['options']) => {
      const refuser = await startMailServer({ options });
      const client = openSmtpMailer({ url: refuser.url, from });
      const refused = await client.send(mailOf('mira@example.com', mailContent)).catch((error: unknown) => error);
      client.close();
      await refuser.close();
      return refused as MailNotSent;
    };
    const code = (responseCode: number) => Object.assign(new Error('No'), { responseCode });
    const forReader = (responseCode: number) =>
      refusing({ onRcptTo: (_address, _session, done) => done(code(responseCode)) });
    expect(await forReader(550)).toMatchObject({ isOfThisMail: true, maySucceedLater: false });
    expect(await forReader(450)).toMatchObject({ isOfThisMail: true, maySucceedLater: true });
    expect(await forReader(421)).toMatchObject({ isOfThisMail: false, maySucceedLater: true });
    const ofSender = await refusing({ onMailFrom: (_address, _session, done) => done(code(550)) });
    expect(ofSender).toMatchObject({ isOfThisMail: false });
    mailer = openSmtpMailer({ url: 'smtp://127.0.0.1:9', from });
    const away = await mailer.send(mailOf('mira@example.com', mailContent)).catch((error: unknown) => error);
    expect(away).toMatchObject({ isOfThisMail: false, maySucceedLater: true });
  });

  it('gets an email for one reader, whatever is in its address or subject', async () => {
    const readers: string[] = [];
    server = await startMailServer({
      options: {
        onRcptTo: ({ address }, _session, done) => {
          readers.push(address);
          done();
        },
      },
    });
    mailer = openSmtpMailer({ url: server.url, from });
    const subject = 'Hello\r\nBcc: third@example.com';
    await mailer.send({ to: 'mira@example.com', subject, text: 'x', html: 'x' });
    await mailer
      .send({ to: 'mira@example.com, other@example.com', subject: 'Hello', text: 'x', html: 'x' })
      .catch(() => 0);
    expect(readers.filter((reader) => !reader.startsWith('mira@example.com'))).toEqual([]);
    expect((await server.mailTo('mira@example.com')).bcc).toBeUndefined();
  });

  it('that asks to try later gets the email again; one that refuses it for good doesn’t', async () => {
    server = await startMailServer({
      options: {
        onRcptTo: ({ address }, _session, done) =>
          done(
            Object.assign(new Error(`No ${address} here`), { responseCode: address.startsWith('later') ? 450 : 550 }),
          ),
      },
    });
    mailer = openSmtpMailer({ url: server.url, from });
    for (const [to, maySucceedLater] of [
      ['later@example.com', true],
      ['never@example.com', false],
    ] as const) {
      const refused = await mailer.send(mailOf(to, mailContent)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(MailNotSent);
      expect(refused).toMatchObject({ maySucceedLater });
      expect((refused as Error).message).not.toContain('example.com');
    }
  });

  it('without TLS is told no password', async () => {
    const told: unknown[] = [];
    server = await startMailServer({
      options: {
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) => {
          told.push(auth.password);
          done(null, { user: 'x' });
        },
      },
    });
    mailer = openSmtpMailer({ url: server.url.replace('//', '//shop:unmistakable@'), from });
    await expect(mailer.send(mailOf('mira@example.com', mailContent))).rejects.toThrow(MailNotSent);
    expect(told).toEqual([]);
    expect(server.mails).toEqual([]);
  });
});

it('the email shows what was bought line by line, as text and as HTML', () => {
  const breakdown = {
    lines: [
      { what: '“A & B”', detail: 'Perpetual License', amount: '$500.00' },
      { what: '“<i>”', detail: 'One-Time Use × 2', amount: '$50.00' },
    ],
    total: { label: 'Total paid', amount: '$550.00 USD' },
  };
  const { text, html } = mailOf('mira@example.com', { ...mailContent, breakdown });
  expect(text).toContain(
    '“A & B” — Perpetual License: $500.00\n“<i>” — One-Time Use × 2: $50.00\nTotal paid: $550.00 USD\n',
  );
  expect(html).toContain('“A &amp; B”');
  expect(html).not.toContain('<i>');
  expect(html).toContain('$550.00 USD');
});
