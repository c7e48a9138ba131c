import { LicensesQuery } from '@tessera/contract/licenses';
import type { LicenseRow } from '@tessera/contract/licenses';
import fc from 'fast-check';
import { recordsOf } from '../../../../test/support/csv.ts';
import { systemClock } from '../kernel/clock.ts';
import type { SignedIn } from '../http/request.ts';
import { LicenseCsvController } from './license-csv.controller.ts';
import { licenseCsv } from './license-csv.ts';
import type { LicenseList } from './license-list.ts';

const license: LicenseRow = {
  id: 'license-2',
  order_id: 'order-2',
  content_id: 'content-1',
  creator_id: 'creator-1',
  creator_name: 'Carla Creator',
  brand_id: 'brand-1',
  brand_name: 'Acme',
  license_type: 'six_month',
  quantity: 2,
  price: 1234.5,
  price_money: { amount_cents: 123_450, currency: 'USD' },
  start_date: '2026-11-21T10:00:00.000Z',
  end_date: '2027-05-20T10:00:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  content: { title: 'Harbour, “at dawn”', description: '', media_url: 'a.webp', media_type: 'image' },
  basis: { kind: 'renewal', license_id: 'license-1' },
  renewed_by: null,
  upgraded_by: 'license-3',
  status: 'active',
  days_left: 180,
  refunded_money: { amount_cents: 5_000, currency: 'USD' },
  refunded_at: null,
  dispute: null,
};
const titled = (title: string): LicenseRow => ({ ...license, content: { ...license.content, title } });

describe('licenses as CSV', () => {
  it('has a header and one line per license, with dollar amounts, the currency, and dates that every program can read', () => {
    expect(licenseCsv.head()).toBe(
      '\uFEFFlicense_id,order_id,title,creator,brand,license_type,quantity,price,currency,status,days_left,' +
        'start_date,end_date,granted_at,renews,upgrades,renewed_by,upgraded_by,refunded,refunded_at\r\n',
    );
    expect(
      licenseCsv.lines([
        license,
        {
          ...license,
          price: 250,
          price_money: { amount_cents: 25_000, currency: 'USD' },
          end_date: null,
          days_left: null,
          basis: null,
        },
      ]),
    ).toBe(
      'license-2,order-2,"Harbour, “at dawn”",Carla Creator,Acme,6-Month License,2,1234.50,USD,active,180,' +
        '2026-11-21T10:00:00.000Z,2027-05-20T10:00:00.000Z,2026-11-21T10:00:00.000Z,license-1,,,license-3,50.00,\r\n' +
        'license-2,order-2,"Harbour, “at dawn”",Carla Creator,Acme,6-Month License,2,250.00,USD,active,,' +
        '2026-11-21T10:00:00.000Z,,2026-11-21T10:00:00.000Z,,,,license-3,50.00,\r\n',
    );
  });

  const unit = fc.constantFrom('a', 'Ж', ' ', ',', ';', '"', '\n', '\r', '\t', '=', '+', '-', '@', '＝', 'cmd|');
  const typed = fc.array(fc.string({ unit }), { minLength: 1 });

  it('[SEC-13] no cell is run as a formula, whether the program reading it splits cells at commas, semicolons or tabs', () => {
    expect(recordsOf(licenseCsv.lines([titled("x;=cmd|'/C calc'!A0")]))[0]?.[2]).toBe("x;'=cmd|'/C calc'!A0");
    fc.assert(
      fc.property(typed, (titles) => {
        const file = licenseCsv.lines(titles.map(titled));
        for (const cells of [recordsOf(file).flat(), file.split(/[;\r\n]/), file.split(/[\t\r\n]/)])
          expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
    );
  });

  it('is read back as it was written, whatever people typed, but for the apostrophes of what would be run', () => {
    fc.assert(
      fc.property(typed, (titles) => {
        const records = recordsOf(licenseCsv.lines(titles.map(titled)));
        expect(records.every((record) => record.length === 20)).toBe(true);
        expect(records.map(([, , title = '']) => title.replaceAll("'", ''))).toEqual(titles);
      }),
    );
    expect(recordsOf(licenseCsv.lines([titled("It’s 'here'; a - b")]))[0]?.[2]).toBe("It’s 'here'; a - b");
  });

  it('is read from the store only as fast as the client takes it, and no further once the client disconnects', async () => {
    let asked = 0;
    const list = {
      page: () => {
        asked += 1;
        return Promise.resolve({ items: [license], next: 'more' });
      },
    };
    const controller = new LicenseCsvController(list as unknown as LicenseList, systemClock);
    const stream = controller.file(new LicensesQuery(), {} as SignedIn).getStream();
    const taken: unknown[] = [];
    for await (const chunk of stream) {
      taken.push(chunk);
      expect(asked).toBeLessThanOrEqual(taken.length + 2);
      if (taken.length === 50) break;
    }
    expect(stream.destroyed).toBe(true);
    const atEnd = asked;
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(atEnd);
  });
});
