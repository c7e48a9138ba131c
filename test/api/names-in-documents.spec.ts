// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import type { StatementLine } from '@tessera/contract/money/earnings';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { License } from '@tessera/domain/licensing/licenses.view';
import type { OrderLine } from '@tessera/domain/ordering/order-line';
import { extractText, getDocumentProxy } from 'unpdf';
import { invoiceDocument } from '../../apps/api/src/billing/invoice-document.ts';
import { statementDocument } from '../../apps/api/src/earnings/earning-documents.ts';
import { PdfPrinter } from '../../apps/api/src/printing/pdf-printer.ts';
import type { PrintedDocument } from '../../apps/api/src/printing/document.ts';
import { evidenceDocument } from '../../apps/api/src/refunds/evidence-document.ts';
import { boxesIn, lettersOf } from '../support/printed-text.ts';

const at = '2026-11-21T10:00:00.000Z';
const day = at.slice(0, 'yyyy-mm-dd'.length);

interface Names {
  readonly title: string;
  readonly brand: string;
  readonly creator: string;
}

const invoiceOf = ({ title, brand }: Names) => ({
  invoice: {
    order_id: 'order-1',
    number: 'INV-2026-000001',
    issued_at: at,
    total_cents: 25_000,
    gateway: 'sandbox',
    reference: 'payment-1',
  },
  seller: ['Tessera Inc.'],
  buyer: { lines: [brand], poNumber: title },
  lines: [{ item: { title }, license_type: 'perpetual', quantity: 1, unit_price_cents: 25_000 } as OrderLine],
  licenseIds: ['license-1'],
});

const licenseOf = ({ title, brand, creator }: Names) => {
  const license = {
    license_id: 'license-1',
    order_id: 'order-1',
    item: { title, media_type: 'image' },
    creator_name: creator,
    brand_name: brand,
    license_type: 'perpetual',
    quantity: 1,
    price_cents: 25_000,
    refunded_cents: 0,
    start_date: at,
    end_date: null,
    basis: null,
    created_at: at,
  } as License;
  const agreement_text = agreementText(termsInForce(), { ...license, content_title: title });
  return { ...license, agreement: { agreement_text, terms_version: '2026-11-25' } };
};

async function* linesOf({ title, brand }: Names) {
  yield [
    {
      at,
      kind: 'sale',
      title,
      brand_name: brand,
      license_type: 'perpetual',
      license_id: 'license-1',
      gross_cents: 25_000,
      commission_cents: 5_000,
      earned_cents: 20_000,
      reversed_cents: 0,
      payout_cents: 0,
      balance_cents: 20_000,
    } as StatementLine,
  ];
}

const documents: Readonly<Record<string, (names: Names) => PrintedDocument>> = {
  invoice: (names) => invoiceDocument(invoiceOf(names)),
  statement: (names) => {
    const days = { from: day, to: day, creator_id: 'creator-1', opening_cents: 0, closing_cents: 20_000, reach: null };
    return statementDocument(days, linesOf(names), { creator: [names.creator], today: day });
  },
  evidence: (names) =>
    evidenceDocument({
      ...invoiceOf(names),
      license: licenseOf(names),
      records: {
        acceptedAt: at,
        termsVersion: '2026-11-25',
        paidAt: at,
        downloads: [],
        history: [{ at, words: `${names.brand} was granted the license for “${names.title}”.` }],
      },
      dispute: null,
      verifyUrl: 'https://tessera.example/verify/license-1',
      at,
    }),
};

const shown: Readonly<Record<string, (names: Names) => readonly string[]>> = {
  invoice: ({ title, brand }) => [`Billed to ${brand}`, `PO number ${title} Paid`, `${title} 1 $250.00 $250.00`],
  statement: ({ title, brand, creator }) => [`For ${creator}`, `${title} · Perpetual License · ${brand}`],
  evidence: ({ title, brand, creator }) => [
    `Customer ${brand}`,
    `${brand} was granted the license for “${title}”.`,
    `${creator} (the “Creator”) grants ${brand} (the “Brand”)`,
  ],
};

const printer = new PdfPrinter();
afterAll(() => printer.onApplicationShutdown());

describe.each(Object.keys(documents))('[FIX-33] the %s', (which) => {
  it.each([
    ['Chinese, Japanese and Korean', { title: '光影', brand: '山田スタジオ', creator: '사진관' }],
    ['Arabic and Hebrew', { title: 'ים בלילה', brand: 'محمد علي', creator: 'שרה (לוי)' }],
    ['Devanagari, Thai and Georgian', { title: 'सूर्य', brand: 'ภาพถ่ายทะเล', creator: 'საქართველო' }],
  ])('prints names in %s as they are written', async (_scripts, names) => {
    const pdf = await getDocumentProxy(new Uint8Array(await printer.print(documents[which]!(names))));
    const text = lettersOf((await extractText(pdf, { mergePages: true })).text);
    for (const words of shown[which]!(names)) expect(text).toContain(lettersOf(words));
    expect(await boxesIn(pdf)).toBe(0);
  });
});
