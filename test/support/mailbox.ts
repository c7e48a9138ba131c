import { expect } from '@playwright/test';

const linkPattern = /href="([^"]*\/auth\/v1\/verify[^"]*)"/;

const unescaped = (text: string) => text.replaceAll('&amp;', '&');

const page = async (url: string) => (await fetch(url)).text();

/** The addresses of an account's mails in the development mailbox, the newest first. */
const mailsTo = async (url: string, email: string) => {
  const list = await page(`${url}/dev/mailbox`);
  return [...list.matchAll(/<li><a href="([^"]+)">(.*?)<\/li>/gs)]
    .filter(([, , entry]) => entry?.includes(email))
    .map(([, path]) => `${url}${path}`);
};

/** How many mails an account has. */
export const mailCount = async (url: string, email: string) => (await mailsTo(url, email)).length;

/** The link in the newest mail of an account, once it has so many. */
export const mailedLink = async (url: string, email: string, count = 1): Promise<string> => {
  await expect.poll(() => mailCount(url, email), { message: `mails to ${email}` }).toBe(count);
  const [newest = ''] = await mailsTo(url, email);
  const link = linkPattern.exec(await page(newest))?.[1];
  if (!link) throw new Error(`The mail at ${newest} has no link.`);
  return unescaped(link);
};
