import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { connect, nextMessage, watch } from '../live.ts';
import { until } from '../until.ts';
import { checkout, get, pay } from './client.ts';
import { startNodes } from './nodes.ts';
import type { ProductNode } from './nodes.ts';
import { openShop } from './shop.ts';

interface Readiness {
  readonly status: string;
  readonly not_ready: readonly string[];
  readonly degraded: readonly string[];
}

/** A takeover takes a few seconds. */
const leasesMaxMs = 20_000;

export const urlOf = ({ port }: ProductNode) => `http://127.0.0.1:${port}`;
export const readiness = async (node: ProductNode) =>
  (await (await fetch(`${urlOf(node)}/health/ready`)).json()) as Readiness;
export const leasesOf = async (node: ProductNode) =>
  Number(/^tessera_leases_held (\d+)/m.exec(await (await fetch(`${urlOf(node)}/metrics`)).text())?.[1]);
export const untilHolds = (node: ProductNode, leases: number) =>
  until(`it holds ${leases} leases`, async () => (await leasesOf(node)) >= leases, leasesMaxMs);

/** The product as several nodes, with a creator whose item is sold again and again, and whose dashboard is watched. */
export const openSellingNodes = async () => {
  const nodes = await startNodes();
  const shop = await openShop(nodes);
  let sold = 0;

  const dashboard = async () => {
    const { value } = await get<{ value: CreatorDashboard }>(`${nodes.url}/api/dashboards/creator`, {
      token: shop.creator.token,
    });
    return value;
  };
  const hears = (url: string) => connect(url, shop.creator.token);
  type Hearing = Awaited<ReturnType<typeof hears>>;
  return {
    nodes,
    shop,
    /** Licenses sold so far. */
    sold: () => sold,
    at: (index: 0 | 1) => {
      const node = nodes.nodes[index];
      if (!node) throw new Error(`There is no node ${index}`);
      return node;
    },
    sell: async (url = nodes.url) => {
      const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
      const sentAtMs = performance.now();
      const paid = await pay(url, shop.brand.token, order_id);
      sold += 1;
      return { ...paid, sentAtMs };
    },
    dashboard,
    untilViewed: (timeoutMs: number) =>
      until('the dashboard shows every sale', async () => (await dashboard()).total_licenses === sold, timeoutMs),
    hears,
    watchDashboard: (socket: Hearing) => watch(socket, 'creator-dashboard', shop.creator.id),
    nextSale: (socket: Hearing) => {
      const licenses = sold + 1;
      return nextMessage<CreatorDashboard>(socket, ({ value }) => value.total_licenses === licenses);
    },
    close: async () => {
      await nodes.stop();
      nodes.forget();
    },
  };
};

export type SellingNodes = Awaited<ReturnType<typeof openSellingNodes>>;
