// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import { extractText, getDocumentProxy } from 'unpdf';
import type { PrintedDocument, PrintedTable } from '../../apps/api/src/printing/document.ts';
import { PdfPrinter } from '../../apps/api/src/printing/pdf-printer.ts';
import type { Row } from '../../apps/api/src/printing/table.ts';
import { boxesIn, lettersOf, piecesOf } from '../support/printed-text.ts';

const columns = [
  { heading: 'Item', share: 5 },
  { heading: 'Quantity', share: 1, isFigures: true },
  { heading: 'Amount', share: 2, isFigures: true },
] as const;

const documentOf = (table: Partial<PrintedTable>, change: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Statement',
  number: 'S-1',
  date: '2026-12-07T23:59:59.999Z',
  parties: [
    { label: 'From', lines: ['Tessera Inc.', '1 Main Street'] },
    { label: 'For', lines: ['Щедрий вечір', '山田'] },
  ],
  facts: [{ label: 'Period', value: 'December 2026' }],
  tables: [{ columns, rows: [], totals: [], ...table }],
  notes: ['Thank you.'],
  ...change,
});

const rowOf = (number: number): Row => [`Item ${number}\nlicense ${number}`, '1', `$${number}.00`];
const rows = (count: number) => Array.from({ length: count }, (_unused, index) => rowOf(index + 1));
const read = async (pdf: Buffer) => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(proxy);
  return text.map((page) => page.replace(/\s+/g, ' ').replaceAll(' ', ' '));
};

describe('a printed document', () => {
  const printer = new PdfPrinter();
  afterAll(() => printer.onApplicationShutdown());

  it('says who it is from and for, and shows every row and total in the given order', async () => {
    const totals = [{ label: 'Total', value: '−$3.00', isGrand: true }] as const;
    const [page = '', ...others] = await read(await printer.print(documentOf({ rows: rows(2), totals })));
    expect(others).toEqual([]);
    let at = 0;
    for (const words of [
      'Statement S-1 December 7, 2026 (UTC)',
      'From Tessera Inc. 1 Main Street',
      'For Щедрий вечір 山田',
      'Period December 2026',
      'Item Quantity Amount',
      'Item 1 1 $1.00 license 1',
      'Item 2 1 $2.00 license 2',
      'Total −$3.00',
      'Thank you.',
      'Statement S-1 Page 1 of 1',
    ]) {
      const found = page.indexOf(words, at);
      expect({ words, isThere: found >= at }).toEqual({ words, isThere: true });
      at = found;
    }
  });

  it('[FIX-33] writes names from right to left, with what is within them in its own order', async () => {
    const name = 'סטודיו Northlight 📸 (חיפה) 12!';
    const page = await getDocumentProxy(
      new Uint8Array(await printer.print(documentOf({ rows: [[name, '1', '$1.00']] }))),
    );
    const pieces = await piecesOf(page);
    expect(lettersOf(pieces.map(({ text }) => text).join(''))).toContain(
      lettersOf(name.replace('📸', '[camera with flash]')),
    );
    const lefts = ['סטודיו', 'Northlight', 'camera with', 'חיפה', '12'].map(
      (word) => pieces.find(({ text }) => text.includes(word))?.x ?? Number.NaN,
    );
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
    expect(await boxesIn(page)).toBe(0);
  });

  it('[FIX-33] breaks a long name from right to left into lines that each keep its direction', async () => {
    const name = Array.from({ length: 20 }, (_unused, index) => `${index + 100} שלום`).join(' ');
    const pieces = await piecesOf(
      await getDocumentProxy(new Uint8Array(await printer.print(documentOf({ rows: [[`ים ${name}`, '1', '$1.00']] })))),
    );
    const numbers = pieces.filter(({ text }) => /^1\d\d$/.test(text.trim()));
    expect(numbers.map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 20 }, (_unused, index) => index + 100),
    );
    const turns = numbers.filter(({ x }, index) => index > 0 && x > (numbers[index - 1]?.x ?? 0));
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.length).toBeLessThan(6);
  });

  it('continues over pages, each with the column headings, and loses no row', async () => {
    const pages = await read(await printer.print(documentOf({ rows: rows(120) })));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Item Quantity Amount');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const found = [...pages.join(' ').matchAll(/license (\d+)/g)].map(([, number]) => Number(number));
    expect(found).toEqual(rows(120).map((_unused, index) => index + 1));
  });

  it('breaks a row that is too long for a page, and words that are too wide for a column', async () => {
    const long = Array.from({ length: 400 }, (_unused, index) => `word${index} ${'x'.repeat(60)}`).join(' ');
    const pages = await read(await printer.print(documentOf({ rows: [[long, '1', '$1.00']] })));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join(' ')).toContain('word399');
  });

  it('aligns amounts at the decimal point, whatever their digits are', async () => {
    const amounts = ['$1,111.11', '$8,888.88', '−$1.11', '$40.00'];
    const pdf = await printer.print(documentOf({ rows: amounts.map((amount) => ['Item', '1', amount]) }));
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
    const { items } = await page.getTextContent();
    const ends = items.flatMap((item) =>
      'str' in item && amounts.includes(item.str) ? [Number(item.transform[4]) + item.width] : [],
    );
    expect(ends).toHaveLength(amounts.length);
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.1);
  });

  it('is the same file for the same data, even while other documents are printed', async () => {
    const [first, , again] = await Promise.all([
      printer.print(documentOf({ rows: rows(50) })),
      printer.print(documentOf({ rows: rows(90) }, { number: 'S-2' })),
      printer.print(documentOf({ rows: rows(50) })),
    ]);
    expect(again.equals(first)).toBe(true);
  });

  it('of any length is written while its rows are read, and contains them all', async () => {
    let rowsRead = 0;
    async function* many() {
      for (let number = 1; number <= 2_000; number += 1) {
        rowsRead += 1;
        yield rowOf(number);
      }
    }
    const stream = printer.stream(documentOf({ rows: many() }));
    const chunks: Buffer[] = [];
    let askedAtFirstPage = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      askedAtFirstPage ||= rowsRead;
    }
    expect(askedAtFirstPage).toBeLessThan(1_000);
    const pages = await read(Buffer.concat(chunks));
    expect([...pages.join(' ').matchAll(/license (\d+)/g)]).toHaveLength(2_000);
    expect(pages.at(-1)).toContain(`Page ${pages.length}`);
    expect(pages.at(-1)).toContain('Thank you.');
  });

  it('stops reading rows once its reader has gone', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let number = 1; ; number += 1) yield rowOf(number);
      } finally {
        isClosed = true;
      }
    }
    const stream = printer.stream(documentOf({ rows: endless() }));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    for await (const _chunk of stream) break;
    await closed;
    expect(isClosed).toBe(true);
  });

  it('fails with the reason if its rows cannot be read, and the printer keeps printing', async () => {
    async function* broken(): AsyncGenerator<Row> {
      yield rowOf(1);
      throw new Error('the rows are gone');
    }
    await expect(printer.print(documentOf({ rows: broken() }))).rejects.toThrow('the rows are gone');
    expect(await read(await printer.print(documentOf({})))).toHaveLength(1);
  });
});
