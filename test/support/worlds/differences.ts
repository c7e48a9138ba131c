import type { ReconciliationPage } from '@tessera/contract/money/books';
import { get, post } from './client.ts';
import { until } from '../until.ts';

const path = '/api/admin/reconciliations';

/**
 * The differences between the gateway's list and the log, one sentence each. Nothing counts as still in progress, so call
 * it once nothing is. Compares as many recent days as the daily comparison, unless given.
 */
export const differencesNow = async (url: string, admin: string, days?: number): Promise<readonly string[]> => {
  const latest = async () => (await get<ReconciliationPage>(`${url}${path}?limit=1`, { token: admin })).items[0];
  const before = (await latest())?.reconciliation_id;
  await post(`${url}${path}`, { under_way_minutes: 0, days }, { token: admin });
  const { differences, failure } = await until('the lists are compared', async () => {
    const found = await latest();
    return found && found.reconciliation_id !== before && found;
  });
  return [...(failure === null ? [] : [failure]), ...differences.map(({ words }) => words)];
};
