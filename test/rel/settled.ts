import { get, signInAdmin } from '../support/worlds/client.ts';
import type { Product } from '../support/worlds/product.ts';
import { until } from '../support/until.ts';
import type { Books } from './books.ts';

interface ViewRow {
  readonly view: string;
  readonly kind: 'view' | 'workflow';
  readonly lag: number;
  readonly parked: number;
  readonly state: string;
  readonly replay: { readonly state: string; readonly started_at: string } | null;
}

const settleTimeoutMs = 60_000;

/** The admin's list of views and workflows. */
const consumerRows = async (url: string, admin: string): Promise<readonly ViewRow[]> =>
  (await get<{ items: readonly ViewRow[] }>(`${url}/api/admin/views`, { token: admin })).items;

/** Without the workflows, which no replay affects. */
export const viewRows = async (url: string, admin: string): Promise<readonly ViewRow[]> =>
  (await consumerRows(url, admin)).filter(({ kind }) => kind !== 'workflow');

export const adminOf = (product: Product): Promise<string> => signInAdmin(product.url, product.adminPassword());

/** Resolves once the views have folded the whole log; returns how many events are parked. */
export const untilCaughtUp = async ({ url }: Product, admin: string): Promise<number> => {
  const rows = await until(
    'every view has folded the whole log',
    async () => {
      const found = await consumerRows(url, admin);
      // A workflow's position lags behind on events that don't concern it; unfinished work of a workflow shows in the
      // books.
      return found.every(({ kind, lag, state }) => kind === 'workflow' || (lag === 0 && state === 'live')) && found;
    },
    settleTimeoutMs,
  );
  return rows.reduce((sum, { parked }) => sum + parked, 0);
};

/**
 * Resolves once nothing more follows from the sales: every charge has its license, every license its earning, and the
 * views show it. Returns how many events are parked.
 */
export const untilSettled = async (product: Product, admin: string, books: Books): Promise<number> => {
  await until(
    'every charge has its license, and every license its earning',
    async () => {
      books.read();
      return books.isSettled;
    },
    settleTimeoutMs,
  );
  return untilCaughtUp(product, admin);
};
