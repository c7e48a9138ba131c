import { createRequire } from 'node:module';
import { readAgreement } from '@tessera/domain/licensing/agreement';
import type { RecordedAgreement } from '@tessera/domain/licensing/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import PDFDocument from 'pdfkit';

const resolve = createRequire(import.meta.url).resolve;
const fonts = {
  text: resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
  strong: resolve('@fontsource/inter/files/inter-latin-600-normal.woff'),
  display: resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff'),
};

const ink = '#191714';
const muted = '#6B655C';
const hairline = '#DDD8CF';
const accent = '#2F4BE0';
const marginPt = 64;
const labelWidthPt = 120;

type Document = InstanceType<typeof PDFDocument>;

const widthOf = (document: Document) => document.page.width - 2 * marginPt;

const rule = (document: Document) => {
  document.moveTo(marginPt, document.y).lineTo(document.page.width - marginPt, document.y);
  document.lineWidth(0.5).stroke(hairline);
};

/** The word mark: four tiles, one of them in the accent. */
const mark = (document: Document) => {
  const tile = 5;
  const places = [
    [0, 0, ink],
    [1, 0, accent],
    [0, 1, ink],
    [1, 1, ink],
  ] as const;
  for (const [column, row, colour] of places) {
    document.rect(marginPt + column * (tile + 1), marginPt + row * (tile + 1), tile, tile).fill(colour);
  }
  document.font('display').fontSize(13).fillColor(ink);
  document.text('Tessera', marginPt + 18, marginPt - 2);
};

const heading = (document: Document, { notes }: RecordedAgreement) => {
  mark(document);
  document.moveDown(2.2);
  document.font('display').fontSize(24).text('Content License Agreement', marginPt);
  document.moveDown(0.3);
  document.font('text').fontSize(9).fillColor(muted);
  for (const note of notes) document.text(note);
  document.moveDown(1.2);
};

const deal = (document: Document, license: License) => {
  const rows: readonly (readonly [string, string])[] = [
    ['Creator', license.creator_name],
    ['Brand', license.brand_name],
    ['Content', license.item.title],
    ['Licence type', licenseTypeTitles[license.license_type]],
    ['Price', `${formatUsd(license.price_cents)} USD`],
    ['Start date', `${formatAgreementDate(license.start_date)} (UTC)`],
    ['End date', license.end_date ? `${formatAgreementDate(license.end_date)} (UTC)` : 'No end date'],
  ];
  for (const [label, value] of rows) {
    rule(document);
    document.moveDown(0.4);
    const top = document.y;
    document
      .font('text')
      .fontSize(9)
      .fillColor(muted)
      .text(label, marginPt, top + 1, { width: labelWidthPt });
    document.font('strong').fontSize(10.5).fillColor(ink);
    document.text(value, marginPt + labelWidthPt, top, { width: widthOf(document) - labelWidthPt });
    document.moveDown(0.4);
  }
  rule(document);
  document.x = marginPt;
  document.moveDown(1.4);
};

const clauses = (document: Document, { sections }: RecordedAgreement) => {
  for (const [index, section] of sections.entries()) {
    // A heading never stands alone at the foot of a page.
    if (document.y > document.page.height - marginPt - 90) document.addPage();
    document.font('strong').fontSize(11).fillColor(ink);
    document.text(`${index + 1}.  ${section.heading}`, marginPt, document.y, { width: widthOf(document) });
    document.moveDown(0.35);
    document.font('text').fontSize(10).fillColor(ink);
    for (const paragraph of section.paragraphs) {
      document.text(paragraph, { width: widthOf(document), lineGap: 2.5, paragraphGap: 5 });
    }
    document.moveDown(0.7);
  }
};

const footers = (document: Document, license: License) => {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // The foot lies in the margin, where text would otherwise begin a new page.
    document.page.margins.bottom = 0;
    document.font('text').fontSize(8).fillColor(muted);
    const line = `Tessera   ·   Licence ${license.license_id}   ·   Page ${page + 1} of ${count}`;
    document.text(line, marginPt, document.page.height - 40, { width: widthOf(document), align: 'center' });
  }
};

/** The agreement set as a document: the text that was recorded when the licence was granted, word for word. */
export const renderAgreement = (license: License, agreementText: string): Promise<Buffer> =>
  new Promise((resolvePdf, reject) => {
    const agreement = readAgreement(agreementText);
    const document = new PDFDocument({
      size: 'A4',
      margin: marginPt,
      bufferPages: true,
      info: {
        Title: `Content License Agreement: ${license.item.title}`,
        Author: 'Tessera',
        CreationDate: new Date(license.start_date),
      },
    });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolvePdf(Buffer.concat(chunks)));
    document.on('error', reject);
    for (const [name, file] of Object.entries(fonts)) document.registerFont(name, file);
    heading(document, agreement);
    deal(document, license);
    clauses(document, agreement);
    footers(document, license);
    document.end();
  });
