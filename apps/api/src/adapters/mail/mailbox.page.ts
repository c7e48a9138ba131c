import type { KeptMail } from './development-mailbox.ts';
import { escaped } from './html.ts';

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const at = (date: Date) => `<time datetime="${date.toISOString()}">${inWords.format(date)} UTC</time>`;

const page = (title: string, main: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(title)} · Tessera</title>
<link rel="stylesheet" href="/dev/mailbox/style.css"></head>
<body><header><a class="mark" href="/"><span class="tiles" aria-hidden="true"><i></i><i></i><i></i><i></i></span>Tessera</a>
<p>Development mailbox</p></header>
<main>${main}</main></body></html>`;

const countOf = ({ attachments = [] }: KeptMail) => {
  if (attachments.length === 0) return '';
  return ` · ${attachments.length} ${attachments.length === 1 ? 'attachment' : 'attachments'}`;
};

const listed = (mail: KeptMail) =>
  `<li><a href="/dev/mailbox/${mail.id}"><strong>${escaped(mail.subject)}</strong>` +
  `<span>${escaped(mail.to)}${countOf(mail)}</span>${at(mail.at)}</a></li>`;

const empty = `<div class="empty"><span class="tiles" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
<p>No mail yet. Request a password reset or buy a license, and the email shows up here.</p><a class="button" href="/auth/forgot-password">Forgot password</a></div>`;

export const listPage = (mails: readonly KeptMail[]) =>
  page(
    'Mailbox',
    `<h1>Mailbox</h1><p class="muted">No mail server is set (<code>MAIL_URL</code>), so emails stay here: the
last 100, until the service stops. Reload to see new ones.</p>
${mails.length > 0 ? `<ol>${mails.map(listed).join('')}</ol>` : empty}`,
  );

/** A text with its web addresses as links. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('');

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000)} KB`;

const attached = ({ id, attachments = [] }: KeptMail) => {
  if (attachments.length === 0) return '';
  const links = attachments.map(
    ({ filename, content }, number) =>
      `<li><a href="/dev/mailbox/${id}/attachments/${number}" download>${escaped(filename)}</a> ` +
      `<span>${kilobytes(content.length)}</span></li>`,
  );
  return `<section aria-labelledby="attached"><h2 id="attached">Attachments</h2>
<ul>${links.join('')}</ul></section>`;
};

export const mailPage = (mail: KeptMail) => {
  const { id, to, subject, text, at: date } = mail;
  return page(
    subject,
    `<p><a href="/dev/mailbox">← All mails</a></p><h1>${escaped(subject)}</h1>
<p class="muted">To ${escaped(to)} · ${at(date)}</p>
<section aria-labelledby="as-html"><h2 id="as-html">As HTML</h2>
<iframe title="The mail as HTML" src="/dev/mailbox/${id}/html"
sandbox="allow-top-navigation-by-user-activation"></iframe></section>
${attached(mail)}
<section aria-labelledby="as-text"><h2 id="as-text">As text</h2><div class="text">${linked(text.trim())}</div></section>`,
  );
};

export const style = `
:root{--paper:#fbfaf8;--surface:#fff;--ink:#191714;--muted:#655f56;--line:#e7e2da;--accent:#2f4be0;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#121110;--surface:#1b1a18;--ink:#f2efea;--muted:#b3aca2;--line:#33302c;
--accent:#9aabff;--on-accent:#121110}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/26px 'Inter Variable',Inter,-apple-system,
BlinkMacSystemFont,'Segoe UI',Roboto,sans-serif;-webkit-font-smoothing:antialiased}
header{display:flex;align-items:center;gap:16px;padding:20px 24px;border-bottom:1px solid var(--line)}
header p{margin:0;color:var(--muted);font-size:14px}
.mark{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;
font:600 20px/24px Fraunces,Georgia,serif;letter-spacing:-.01em}
.tiles{display:inline-grid;grid-template-columns:8px 8px;gap:2px}
.tiles i{width:8px;height:8px;background:currentColor}.tiles i:nth-child(2){background:var(--accent)}
main{max-width:760px;margin:0 auto;padding:48px 24px 96px}
h1{margin:0 0 12px;font:600 36px/42px Fraunces,Georgia,serif;letter-spacing:-.02em;text-wrap:balance}
h2{margin:40px 0 12px;font-size:14px;line-height:20px;font-weight:600;color:var(--muted)}
.muted,time,li span{color:var(--muted)}
time{font-size:14px;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font-size:.9em}a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
ol{list-style:none;margin:32px 0 0;padding:0;border-top:1px solid var(--line)}
ol a{display:grid;grid-template-columns:1fr auto;gap:0 24px;padding:16px 0;border-bottom:1px solid var(--line);
color:inherit;text-decoration:none}
ul{list-style:none;margin:0;padding:0}ul li{display:flex;flex-wrap:wrap;gap:0 12px;padding:8px 0;overflow-wrap:anywhere}
ul li+li{border-top:1px solid var(--line)}
li strong{grid-column:1;font-weight:600}li span{grid-column:1;font-size:14px;overflow-wrap:anywhere}
li time{grid-column:2;grid-row:1}ol a:hover strong{color:var(--accent)}
.empty{margin:48px 0 0;padding:64px 24px;border:1px dashed var(--line);border-radius:12px;text-align:center}
.empty .tiles{grid-template-columns:20px 20px;gap:4px}.empty .tiles i{width:20px;height:20px;opacity:.9}
.button{display:inline-block;padding:11px 20px;border-radius:8px;background:var(--accent);color:var(--on-accent);
font-weight:600;text-decoration:none}
.text{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--surface);white-space:pre-wrap;
overflow-wrap:anywhere}
iframe{display:block;width:100%;height:720px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
@media (max-width:480px){main{padding:32px 16px 64px}h1{font-size:28px;line-height:34px}
ol a{grid-template-columns:1fr}li time{grid-column:1;grid-row:auto}}
`;
