import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/contract/licenses';
import { csvOf, dollars } from '../http/answers/csv.ts';

/** Money is in decimal dollars, dates are ISO 8601, and missing values are empty. */
export const licenseCsv = csvOf<LicenseRow>([
  ['license_id', ({ id }) => id],
  ['order_id', ({ order_id }) => order_id],
  ['title', ({ content }) => content.title],
  ['creator', ({ creator_name }) => creator_name],
  ['brand', ({ brand_name }) => brand_name],
  ['license_type', ({ license_type }) => licenseTypeTitles[license_type]],
  ['quantity', ({ quantity }) => quantity],
  ['price', ({ price_money }) => dollars(price_money.amount_cents)],
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
  ['refunded', ({ refunded_money }) => dollars(refunded_money.amount_cents)],
  ['refunded_at', ({ refunded_at }) => refunded_at],
]);
