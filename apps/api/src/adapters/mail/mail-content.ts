import { escaped } from '../../kernel/html.ts';

/** Amounts, line by line, and their total, formatted for people. */
export interface Breakdown {
  readonly lines: readonly { readonly what: string; readonly detail: string; readonly amount: string }[];
  readonly total: { readonly label: string; readonly amount: string };
}

/** A short email with one call to action. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly breakdown?: Breakdown;
  readonly action: { readonly label: string; readonly url: string };
  /** Shown as a plain link beneath the button. */
  readonly secondaryAction?: { readonly label: string; readonly url: string };
  /** Small print: why the reader gets this email, or what to do if they didn't ask for it. */
  readonly footer: string;
}

const body = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const display = "Fraunces,Georgia,'Times New Roman',serif";

// Mail programs don't support custom properties: the light theme is inline, and these rules override it in dark mode.
const dark = `@media (prefers-color-scheme:dark){
.paper{background:#121110!important}.surface{background:#1b1a18!important;border-color:#33302c!important}
.ink{color:#f2efea!important}.muted{color:#b3aca2!important}.rule{border-color:#33302c!important}
.tile{background:#f2efea!important}.accent{background:#9aabff!important}
.button{background:#9aabff!important}.button a{color:#121110!important}.link{color:#9aabff!important}}
@media (max-width:480px){.surface{padding:28px 24px!important}}`;

const tile = (className: string, color: string) =>
  `<td class="${className}" width="8" height="8" style="width:8px;height:8px;background:${color};font-size:0;line-height:0">&nbsp;</td>`;
const ink = tile('tile', '#191714');

const mark = `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
<tr><td style="vertical-align:middle"><table role="presentation" cellpadding="0" cellspacing="2" border="0" style="border-collapse:separate">
<tr>${ink}${tile('accent', '#2f4be0')}</tr><tr>${ink}${ink}</tr></table></td>
<td class="ink" style="padding-left:8px;vertical-align:middle;font:600 20px/24px ${display};letter-spacing:-.01em;color:#191714">Tessera</td></tr></table>`;

/** Text in HTML, with elements in place of the characters that isolate names in it. Not every mail program knows those. */
const words = (text: string) => escaped(text).replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>');

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 16px/26px ${body};color:#191714">${words(text)}</p>`;

const cell = `padding:12px 0;border-top:1px solid #e7e2da;vertical-align:top`;
const amountStyle = 'padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums';

const breakdownLine = ({ what, detail, amount }: Breakdown['lines'][number]) => `<tr>
<td class="ink rule" style="${cell};font:400 16px/24px ${body};color:#191714;overflow-wrap:anywhere">${words(what)}<br><span class="muted" style="font-size:14px;color:#655f56">${words(detail)}</span></td>
<td class="ink rule" style="${cell};${amountStyle};font:400 16px/24px ${body};color:#191714">${escaped(amount)}</td></tr>`;

const breakdownOf = ({
  lines,
  total,
}: Breakdown) => `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
${lines.map(breakdownLine).join('\n')}
<tr><td class="ink rule" style="${cell};font:600 16px/24px ${body};color:#191714">${escaped(total.label)}</td>
<td class="ink rule" style="${cell};${amountStyle};font:600 16px/24px ${body};color:#191714">${escaped(total.amount)}</td></tr></table>`;

const secondaryLink = ({ label, url }: MailContent['action']) =>
  `<p style="margin:0 0 20px;font:400 16px/26px ${body}"><a class="link" href="${escaped(url)}" target="_top" style="color:#2f4be0">${escaped(label)}</a></p>`;

const htmlOf = ({ subject, heading, paragraphs, breakdown, action, secondaryAction, footer }: MailContent): string => {
  const url = escaped(action.url);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${dark}</style></head>
<body class="paper" style="margin:0;padding:0;background:#fbfaf8">
<div style="display:none;max-height:0;overflow:hidden">${words(paragraphs[0] ?? '')}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbfaf8">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td>${mark}</td></tr>
<tr><td class="surface" style="background:#ffffff;border:1px solid #e7e2da;border-radius:12px;padding:40px">
<h1 class="ink" style="margin:0 0 16px;font:600 28px/34px ${display};letter-spacing:-.015em;color:#191714">${words(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}${breakdown ? breakdownOf(breakdown) : ''}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0"><tr>
<td class="button" style="background:#2f4be0;border-radius:8px"><a href="${url}" target="_top" style="display:inline-block;padding:14px 24px;font:600 16px/20px ${body};color:#ffffff;text-decoration:none">${escaped(action.label)}</a></td>
</tr></table>${secondaryAction ? secondaryLink(secondaryAction) : ''}
<p class="muted" style="margin:0 0 4px;font:400 14px/22px ${body};color:#655f56">If the button doesn’t work, open this link:</p>
<p style="margin:0;font:400 14px/22px ${body};word-break:break-all"><a class="link" href="${url}" target="_top" style="color:#2f4be0">${url}</a></p>
</td></tr>
<tr><td class="muted" style="padding:24px 4px 0;font:400 14px/22px ${body};color:#655f56">${words(footer)}</td></tr>
</table></td></tr></table></body></html>`;
};

const breakdownText = ({ lines, total }: Breakdown) =>
  [
    ...lines.map(({ what, detail, amount }) => `${what} — ${detail}: ${amount}`),
    `${total.label}: ${total.amount}`,
  ].join('\n');

const textOf = ({ heading, paragraphs, breakdown, action, secondaryAction, footer }: MailContent): string =>
  [
    heading,
    ...paragraphs,
    ...(breakdown ? [breakdownText(breakdown)] : []),
    `${action.label}:\n${action.url}`,
    ...(secondaryAction ? [`${secondaryAction.label}:\n${secondaryAction.url}`] : []),
    footer,
    '— Tessera',
  ].join('\n\n') + '\n';

export const mailOf = (to: string, content: MailContent) => ({
  to,
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
});
