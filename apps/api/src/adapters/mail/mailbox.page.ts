import type { StoredMail } from './development-mailbox.ts';
import { developerPage, timeOf } from '../developer-page.ts';
import { escaped } from '../../kernel/html.ts';

const page = (title: string, main: string) =>
  developerPage({ title, name: 'Development mailbox', basePath: '/dev/mailbox' }, main);

const attachmentCount = ({ attachments = [] }: StoredMail) => {
  if (attachments.length === 0) return '';
  return ` · ${attachments.length} ${attachments.length === 1 ? 'attachment' : 'attachments'}`;
};

const listItem = (mail: StoredMail) =>
  `<li><a href="/dev/mailbox/${mail.id}"><strong>${escaped(mail.subject)}</strong>` +
  `<span>${escaped(mail.to)}${attachmentCount(mail)}</span>${timeOf(mail.at)}</a></li>`;

const empty = `<div class="empty"><span class="tiles" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
<p>No mail yet. Request a password reset or buy a license, and the email shows up here.</p><a class="button" href="/auth/forgot-password">Forgot password</a></div>`;

export const mailboxPage = (mails: readonly StoredMail[]) =>
  page(
    'Mailbox',
    `<h1>Mailbox</h1><p class="muted">No mail server is set (<code>MAIL_URL</code>), so emails stay here: the
last 100, until the service stops. Reload to see new ones.</p>
${mails.length > 0 ? `<ol>${mails.map(listItem).join('')}</ol>` : empty}`,
  );

/** Returns the text as HTML, with its web addresses as links. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('');

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000)} KB`;

const attachmentList = ({ id, attachments = [] }: StoredMail) => {
  if (attachments.length === 0) return '';
  const links = attachments.map(
    ({ filename, content }, number) =>
      `<li><a href="/dev/mailbox/${id}/attachments/${number}" download>${escaped(filename)}</a> ` +
      `<span>${kilobytes(content.length)}</span></li>`,
  );
  return `<section aria-labelledby="attached"><h2 id="attached">Attachments</h2>
<ul>${links.join('')}</ul></section>`;
};

export const mailPage = (mail: StoredMail) => {
  const { id, to, subject, text, at: date } = mail;
  return page(
    subject,
    `<p><a href="/dev/mailbox">← All emails</a></p><h1>${escaped(subject)}</h1>
<p class="muted">To ${escaped(to)} · ${timeOf(date)}</p>
<section aria-labelledby="as-html"><h2 id="as-html">As HTML</h2>
<iframe title="The email as HTML" src="/dev/mailbox/${id}/html"
sandbox="allow-top-navigation-by-user-activation"></iframe></section>
${attachmentList(mail)}
<section aria-labelledby="as-text"><h2 id="as-text">As text</h2><div class="text">${withLinks(text.trim())}</div></section>`,
  );
};
