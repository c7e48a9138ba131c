import { Mailer } from '../../apps/api/src/adapters/mail/port.ts';
import type { Mail } from '../../apps/api/src/adapters/mail/port.ts';
import { until } from '../support/until.ts';
import { brandSignUp, startAccounts } from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';

describe('the development mailbox', () => {
  let accounts: AccountsApp;
  beforeAll(async () => {
    accounts = await startAccounts();
  });
  afterAll(() => accounts?.close());

  const page = async (path: string) => {
    const response = await fetch(`${accounts.url}${path}`, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const send = (mail: Partial<Mail>) =>
    accounts.app
      .get<Mailer>(Mailer, { strict: false })
      .send({ to: 'a@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>', ...mail });
  /** The page of the newest email. */
  const newest = async () => /href="(\/dev\/mailbox\/[\w-]{36})"/.exec((await page('/dev/mailbox')).html)?.[1] ?? '';

  it('[API-14] shows an email with its link, which opens a session', async () => {
    const email = 'mira@example.com';
    await accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(email) });
    expect((await page('/dev/mailbox')).html).toContain('No mail yet');
    await accounts.client().resetPasswordForEmail(email);
    await until('the email is there', async () => (await newest()) !== '');
    const { html } = await page(await newest());
    expect(html).toContain('Reset your Tessera password');
    expect(html).toContain(`To ${email}`);
    const link = /href="(http[^"]+verify[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const asked = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '');
    expect(asked.href).toContain(`${accounts.url}/auth/link#token=`);
    const pressed = `${accounts.url}/auth/v1/follow?${asked.hash.slice(1)}`;
    const { headers } = await fetch(pressed, { method: 'POST', redirect: 'manual' });
    expect(headers.get('location')).toContain(`${accounts.url}/auth/reset-password#access_token=`);
  });

  it('shows any email content as text and never runs it', async () => {
    const evil = '"><script>alert(1)</script>';
    await send({
      to: `${evil}@example.com`,
      subject: evil,
      text: `${evil} javascript:alert(1) http://a.example/"x`,
      html: evil,
    });
    const address = await newest();
    for (const path of ['/dev/mailbox', address]) {
      const { html, headers } = await page(path);
      expect(html).not.toContain('<script');
      expect(html).not.toContain('href="javascript');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    }
    const { headers } = await page(`${address}/html`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; frame-anc/);
    expect((await page(address)).html).toContain('sandbox="allow-top-navigation-by-user-activation"');
  });

  it('keeps the last hundred emails', async () => {
    for (let index = 0; index < 120; index += 1) await send({ subject: `Mail ${index}` });
    const { html } = await page('/dev/mailbox');
    expect(html.match(/<li>/g)).toHaveLength(100);
    expect(html).toContain('Mail 119');
    expect(html).not.toContain('Mail 19<');
  });

  const bytes = (content: Buffer | number) => ({
    filename: 'a "plan" ü.pdf',
    contentType: 'application/pdf',
    content: typeof content === 'number' ? Buffer.alloc(content) : content,
  });

  it('shows the attachments and serves each as a file', async () => {
    await send({ attachments: [bytes(Buffer.from('%PDF-first')), bytes(1_234_000)] });
    expect((await page('/dev/mailbox')).html).toContain('2 attachments');
    const address = await newest();
    const { html } = await page(address);
    expect(html).toContain('a &quot;plan&quot; ü.pdf');
    expect(html).toContain('1234 KB');
    const { headers, html: content } = await page(`${address}/attachments/0`);
    expect(content).toBe('%PDF-first');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="a%20%22plan%22/);
    for (const number of ['2', '-1', 'length']) {
      expect((await page(`${address}/attachments/${number}`)).status).toBe(404);
    }
  });

  it('keeps at most 50 MB of attachments, but always those of the newest email', async () => {
    for (const subject of ['First', 'Second', 'Third']) await send({ subject, attachments: [bytes(20_000_000)] });
    const { html } = await page('/dev/mailbox');
    expect(html).toContain('Third');
    expect(html).toContain('Second');
    expect(html).not.toContain('First');
    await send({ subject: 'Fourth', attachments: [bytes(60_000_000)] });
    expect((await page('/dev/mailbox')).html.match(/<li>/g)).toHaveLength(1);
  });

  it('answers an unknown name with not found', async () => {
    for (const path of ['/dev/mailbox/nothing', '/dev/mailbox/nothing/html', '/dev/mailbox/nothing/attachments/0'])
      expect((await page(path)).status).toBe(404);
  });

  it('does not exist where emails go to a mail server', async () => {
    const sending = await startAccounts({ env: { MAIL_URL: 'smtp://127.0.0.1:9' } });
    for (const path of ['', '/style.css', '/any', '/any/html', '/any/attachments/0']) {
      const { status, headers } = await fetch(`${sending.url}/dev/mailbox${path}`);
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
    await sending.close();
  });
});
