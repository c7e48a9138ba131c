import type { Page } from '@playwright/test';
import { until } from '../until.ts';

const linkPattern = /href="([^"]*\/auth\/v1\/verify[^"]*)"/;

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => characters[name] ?? '');

const page = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(30_000) })).text();

/** The links to an account's emails in the development mailbox, newest first. */
const mailsTo = async (url: string, email: string) => {
  const list = await page(`${url}/dev/mailbox`);
  return [...list.matchAll(/<li><a href="([^"]+)">(.*?)<\/li>/gs)]
    .filter(([, , entry]) => entry?.includes(email))
    .map(([, path]) => `${url}${path}`);
};

/** How many emails an account has received. */
export const mailCount = async (url: string, email: string) => (await mailsTo(url, email)).length;

/** The link in an account's newest email, once the account has received `count` such emails. */
export const mailedLink = async (url: string, email: string, count = 1): Promise<string> => {
  const link = await until(`${count} links to ${email}`, async () => {
    const mails = await Promise.all((await mailsTo(url, email)).map(page));
    const links = mails.flatMap((html) => linkPattern.exec(html)?.[1] ?? []);
    return links.length === count && links[0];
  });
  return unescaped(link);
};

/** Opens a mailed link and presses the button that follows it. */
export const followLink = async (page: Page, link: string) => {
  await page.goto(link);
  await page.getByRole('main').getByRole('button').click();
};

interface MailboxMail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer<ArrayBuffer> }[];
}

const attachmentsIn = async (url: string, html: string) => {
  const links = [...html.matchAll(/<a href="([^"]+)" download>([^<]*)<\/a>/g)];
  return Promise.all(
    links.map(async ([, path = '', filename = '']) => {
      const answer = await fetch(`${url}${path}`);
      return { filename: unescaped(filename), content: Buffer.from(await answer.arrayBuffer()) };
    }),
  );
};

/** An account's emails in the development mailbox, with their attachments, newest first. */
const mailsOf = async (url: string, email: string): Promise<readonly MailboxMail[]> => {
  const mails: MailboxMail[] = [];
  for (const address of await mailsTo(url, email)) {
    const html = await page(address);
    const [, subject = ''] = /<h1>([^<]*)<\/h1>/.exec(html) ?? [];
    const [, text = ''] = /<div class="text">(.*?)<\/div>/s.exec(html) ?? [];
    const plain = unescaped(text.replace(/<[^>]+>/g, ''));
    mails.push({ subject: unescaped(subject), text: plain, attachments: await attachmentsIn(url, html) });
  }
  return mails;
};

/** Waits for an email to an account. */
export const mailTitled = (url: string, email: string, title: string): Promise<MailboxMail> =>
  until(`'${title}' to ${email}`, async () => (await mailsOf(url, email)).find(({ subject }) => subject === title));

/** Waits for the receipt of an order. */
export const receiptOf = (url: string, email: string, orderId: string): Promise<MailboxMail> =>
  until(
    `the receipt of order ${orderId}`,
    async () => (await mailsOf(url, email)).find(({ text }) => text.includes(`Order ${orderId}.`)),
    60_000,
  );
