import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { lowPriority } from '../kernel/low-priority.ts';
import { PdfPrinter } from './pdf-printer.ts';

const license = {
  license_id: 'license-1',
  order_id: 'order-1',
  item: { title: 'Harbour at dawn', media_type: 'image' },
  creator_name: 'Carla Creator',
  brand_name: 'Northwind',
  license_type: 'perpetual',
  quantity: 1,
  price_cents: 25_000,
  start_date: '2026-11-21T10:00:00.000Z',
  end_date: null,
  basis: null,
  created_at: '2026-11-21T10:00:00.000Z',
} as unknown as License;
const niceIndex = 16;

/**
 * The priority of each thread of this process. In Linux's `stat`, only what follows the name can be split by spaces.
 */
const priorities = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[niceIndex]);
  });

(process.platform === 'linux' ? it : it.skip)(
  '[PERF-11] agreements are printed by a thread of low priority, so that sales come first',
  async () => {
    const printer = new PdfPrinter();
    const before = getPriority();
    const proof = { thumbnail: null, sha256: 'ab'.repeat(32), verifyUrl: 'https://tessera.example/verify/license-1' };
    const text = agreementText(termsInForce(), { ...license, content_title: license.item.title });
    const renderer = new URL('../licensing/agreements/agreement-pdf.ts', import.meta.url);
    await printer.render(renderer, { license, text, proof });
    expect(priorities().filter((priority) => priority === lowPriority)).toHaveLength(1);
    expect(getPriority()).toBe(before);
    await printer.onApplicationShutdown();
  },
);
