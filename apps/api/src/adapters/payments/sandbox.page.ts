import { formatUsd } from '@tessera/domain/money';
import { developerPage, timeOf } from '../developer-page.ts';
import { escaped } from '../../kernel/html.ts';
import type { DisputeReport } from './port.ts';
import { latestMax } from './sandbox-refunds-and-disputes.ts';
import type { SandboxCharge } from './sandbox-refunds-and-disputes.ts';

export const sandboxPath = '/dev/sandbox';

export interface SandboxPageData {
  readonly disputes: readonly DisputeReport[];
  readonly charges: readonly SandboxCharge[];
  /** The reference that was searched for. */
  readonly payment: string | null;
}

const button = (path: string, words: string, payment: string, quiet = false) =>
  `<form method="post" action="${sandboxPath}/${path}"><button class="button${quiet ? ' quiet' : ''}" ` +
  `aria-label="${escaped(`${words}: ${payment}`)}">${words}</button></form>`;

const row = (title: string, words: string, payment: string, buttons: readonly string[]) =>
  `<li><p><strong>${title}</strong><span>${words}</span><code>${escaped(payment)}</code></p>` +
  `<div class="actions">${buttons.join('')}</div></li>`;

const standingText = ({ standing, evidenceDueAt }: DisputeReport) => {
  if (standing === 'won') return 'Decided for the shop';
  if (standing === 'lost') return 'Decided for the cardholder';
  return evidenceDueAt === null ? 'Open' : `Open, evidence due by ${timeOf(new Date(evidenceDueAt))}`;
};

const disputeRow = (dispute: DisputeReport) => {
  const { id, payment, amountCents, standing } = dispute;
  const path = `disputes/${encodeURIComponent(id)}`;
  const won = button(`${path}/won`, 'Decide for the shop', payment, standing === 'lost');
  const lost = button(`${path}/lost`, 'Decide for the cardholder', payment, true);
  const buttons = [...(standing === 'won' ? [] : [won]), ...(standing === 'lost' ? [] : [lost])];
  return row(formatUsd(amountCents), standingText(dispute), payment, buttons);
};

const chargeRow = ({ payment, amountCents, at }: SandboxCharge) =>
  row(formatUsd(amountCents), `Paid ${timeOf(at)}`, payment, [
    button(`charges/${encodeURIComponent(payment)}/dispute`, 'Open a dispute', payment, true),
  ]);

const list = (rows: readonly string[], emptyText: string) =>
  rows.length > 0 ? `<ul class="rows">${rows.join('')}</ul>` : `<p class="muted">${emptyText}</p>`;

export const sandboxPage = ({ disputes, charges, payment }: SandboxPageData) =>
  developerPage(
    { title: 'Sandbox', name: 'Sandbox gateway', basePath: sandboxPath },
    `<h1>Sandbox</h1><p class="muted">Play the bank: open disputes and decide them. No real money moves.</p>
<section aria-labelledby="disputes"><h2 id="disputes">Disputes</h2>
${list(disputes.map(disputeRow), 'No disputes yet. Pay with the card 4000 0000 0000 0259, or open one below.')}</section>
<section aria-labelledby="charges"><h2 id="charges">Charges that can be disputed</h2>
<form class="search" action="${sandboxPath}"><label for="payment">Reference of the charge</label>
<input id="payment" name="payment" value="${escaped(payment ?? '')}" autocomplete="off" spellcheck="false">
<button class="button quiet">Find</button></form>
${list(
  charges.map(chargeRow),
  payment === null ? 'No charges yet.' : 'No charge with this reference can be disputed.',
)}${charges.length === latestMax ? `<p class="muted">The latest ${latestMax} charges.</p>` : ''}</section>`,
  );
