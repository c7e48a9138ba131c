import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/contract/licenses';
import { dollarsOf } from '@tessera/domain/money';

/** Excel reads a file as UTF-8 only when it begins with this. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Spreadsheets run a cell that begins so; after an apostrophe it is text. */
const runs = /^(?=[\s"']*[=+\-@＝＋－＠]|[\t\r\n])/;
/** The same for a reader that takes semicolons or tabs for the ends of cells, as Excel does in half of Europe. */
const runsWithin = /[;\t\r\n](?=[\s"']*[=+\-@＝＋－＠])/g;
const mustBeQuoted = /[",;\t\r\n]/;

const cell = (value: string | number | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = value.replace(runsWithin, "$&'").replace(runs, "'");
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const columns: readonly (readonly [string, (license: LicenseRow) => string | number | null])[] = [
  ['license_id', ({ id }) => id],
  ['order_id', ({ order_id }) => order_id],
  ['title', ({ content }) => content.title],
  ['creator', ({ creator_name }) => creator_name],
  ['brand', ({ brand_name }) => brand_name],
  ['license_type', ({ license_type }) => licenseTypeTitles[license_type]],
  ['quantity', ({ quantity }) => quantity],
  ['price', ({ price }) => price.toFixed(2)],
  ['currency', ({ price_money }) => price_money.currency],
  ['status', ({ status }) => status],
  ['days_left', ({ days_left }) => days_left],
  ['start_date', ({ start_date }) => start_date],
  ['end_date', ({ end_date }) => end_date],
  ['granted_at', ({ created_at }) => created_at],
  ['renews', ({ basis }) => (basis?.kind === 'renewal' ? basis.license_id : null)],
  ['upgrades', ({ basis }) => (basis?.kind === 'upgrade' ? basis.license_id : null)],
  ['renewed_by', ({ renewed_by }) => renewed_by],
  ['upgraded_by', ({ upgraded_by }) => upgraded_by],
  ['refunded', ({ refunded_money }) => dollarsOf(refunded_money.amount_cents).toFixed(2)],
  ['refunded_at', ({ refunded_at }) => refunded_at],
];

const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}${lineEnd}`;

/** The first line of the file, as RFC 4180 has it. */
export const csvHead = () => `${byteOrderMark}${line(columns.map(([name]) => name))}`;

/** Money is decimal dollars, dates are ISO 8601; what there is none of is empty. */
export const csvLines = (licenses: readonly LicenseRow[]): string =>
  licenses.map((license) => line(columns.map(([, of]) => of(license)))).join('');
