import { sanitizedName, readAgreement } from '@tessera/domain/licensing/agreements/agreement';
import type { RecordedAgreement } from '@tessera/domain/licensing/agreements/agreement';
import type { SuccessorKind } from '@tessera/domain/licensing/basis';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import encodeQR from 'qr';
import { linesOf, widthOf } from '../../printing/typefaces.ts';
import type { TextStyle } from '../../printing/typefaces.ts';
import { withNamesIsolated } from '../../printing/scripts/directions.ts';
import { loadShaperFor } from '../../printing/scripts/shaper.ts';
import { drawFacts, rowPaddingPt, styles, drawWordMark } from '../../printing/parts.ts';
import type { Fact } from '../../printing/parts.ts';
import { Sheet, baselineShare, colors } from '../../printing/sheet.ts';

const { ink, muted } = colors;
const { title, heading: clauseHeading, label: note, plain } = styles;
const clauseNumber: TextStyle = { face: 'book', sizePt: 12.5, color: muted };
const clauseText: TextStyle = { face: 'book', sizePt: 10.5, color: ink };

const clauseIndentPt = 26;
const codeSizePt = 76;
const pictureWidthPt = 132;
const pictureHeightMaxPt = 132;

/** What an agreement shows besides its own text. */
export interface AgreementProof {
  /** A JPEG of the item's public preview; null if there is none. */
  readonly thumbnail: Buffer | null;
  /** Of the original's bytes, in hex. */
  readonly sha256: string;
  /** The absolute address where everyone can verify the license. */
  readonly verifyUrl: string;
}

interface Bar {
  readonly start: number;
  readonly length: number;
}

/** Joins the dark squares of a row that touch: half as many rectangles to write, and no seams between them. */
const barsOf = (cells: readonly boolean[]): readonly Bar[] => {
  const bars: Bar[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (!cells[start]) continue;
    const end = cells.indexOf(false, start);
    const length = (end === -1 ? cells.length : end) - start;
    bars.push({ start, length });
    start += length;
  }
  return bars;
};

/** Draws the address as a QR code to the right of the heading. The paper around it is the quiet zone that scanners need. */
const drawQrCode = (sheet: Sheet, verifyUrl: string) => {
  const bordered = encodeQR(verifyUrl, 'raw', { ecc: 'medium', border: 1 });
  const squares = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const sidePt = codeSizePt / squares.length;
  const [left, top] = [sheet.right - codeSizePt, sheet.y];
  const figure = sheet.part('Figure', undefined, { alt: `QR code of the address ${verifyUrl}` });
  figure.add(() => {
    for (const [row, cells] of squares.entries())
      for (const { start, length } of barsOf(cells))
        sheet.document.rect(left + start * sidePt, top + row * sidePt, length * sidePt, sidePt);
    sheet.document.fill(ink);
  });
  figure.end();
  const words = 'Scan to verify';
  const style = { ...note, sizePt: 7.5 };
  sheet.decorate(() => {
    sheet.typesetter.draw(words, style, left + (codeSizePt - widthOf(words, style)) / 2, top + codeSizePt + 12);
  });
};

const drawHeading = (sheet: Sheet, { notes }: RecordedAgreement, verifyUrl: string) => {
  drawWordMark(sheet);
  drawQrCode(sheet, verifyUrl);
  const widthPt = sheet.width - codeSizePt - 24;
  sheet.y += 38;
  sheet.block('Content License Agreement', { tag: 'H1', style: title, leadingPt: 32, widthPt });
  sheet.y += 2;
  for (const text of notes) sheet.block(text, { tag: 'P', style: note, leadingPt: 13, widthPt });
  sheet.y = Math.max(sheet.y, 56 + codeSizePt + 18) + 18;
};

/** Draws the preview to the right of the facts. Returns where it ends, in points from the top. */
const drawPreview = (sheet: Sheet, { item, creator_name }: License, thumbnail: Buffer | null): number => {
  if (!thumbnail) return sheet.y;
  const top = sheet.y;
  const { width, height } = (
    sheet.document as unknown as { openImage(jpeg: Buffer): { width: number; height: number } }
  ).openImage(thumbnail);
  const scale = Math.min(pictureWidthPt / width, pictureHeightMaxPt / height);
  const figure = sheet.part('Figure', undefined, {
    alt: `Preview of “${sanitizedName(item.title)}” by ${sanitizedName(creator_name)}`,
  });
  figure.add(() => {
    sheet.document.image(thumbnail, sheet.right - width * scale, top, { width: width * scale, height: height * scale });
  });
  figure.end();
  return top + height * scale + rowPaddingPt;
};

/** To the second, because a contract states exactly when it was made. */
const momentOf = (instant: string) => `${formatAgreementDate(instant)}, ${instant.slice(11, 19)} UTC`;

const basisLabels: Readonly<Record<SuccessorKind, string>> = { renewal: 'Renews', upgrade: 'Upgrades' };

const factsOf = (license: License, { sha256, verifyUrl }: AgreementProof): readonly Fact[] => [
  { label: 'Creator', value: sanitizedName(license.creator_name) },
  { label: 'Brand', value: sanitizedName(license.brand_name) },
  { label: 'Content', value: sanitizedName(license.item.title) },
  { label: 'Medium', value: license.item.media_type === 'video' ? 'Video' : 'Photograph' },
  { label: 'License type', value: licenseTypeTitles[license.license_type] },
  ...(license.basis
    ? [{ label: basisLabels[license.basis.kind], value: `License ${license.basis.license_id}`, style: plain }]
    : []),
  { label: 'Quantity', value: String(license.quantity) },
  { label: 'Price', value: `${formatUsd(license.price_cents)} USD` },
  { label: 'Start date', value: `${formatAgreementDate(license.start_date)} (UTC)` },
  { label: 'End date', value: license.end_date ? `${formatAgreementDate(license.end_date)} (UTC)` : 'No end date' },
  ...(license.refunded_at
    ? [{ label: 'Refunded', value: `In full on ${momentOf(license.refunded_at)}; not valid since then`, style: plain }]
    : []),
  {
    label: 'Concluded',
    value: `Electronically on ${momentOf(license.created_at)}, by payment of order ${license.order_id}`,
    style: plain,
  },
  { label: 'Original', value: `SHA-256 ${sha256}`, style: { ...plain, sizePt: 8 } },
  { label: 'Verify at', value: verifyUrl, link: verifyUrl },
];

const drawDeal = (sheet: Sheet, license: License, proof: AgreementProof) => {
  const pictureEnd = drawPreview(sheet, license, proof.thumbnail);
  const besidePicture = sheet.right - pictureWidthPt - 20;
  drawFacts(sheet, factsOf(license, proof), () => (sheet.y < pictureEnd ? besidePicture : sheet.right));
  sheet.y += 26;
};

const drawClauses = (sheet: Sheet, { sections }: RecordedAgreement, names: readonly string[]) => {
  const x = sheet.left + clauseIndentPt;
  for (const [index, { heading, paragraphs }] of sections.entries()) {
    const first = linesOf(paragraphs[0] ?? '', clauseText, sheet.right - x).length;
    // Keeps a heading from ending up alone at the bottom of a page.
    sheet.ensureSpace(20 + Math.min(first, 12) * 15.5);
    const top = sheet.y;
    const section = sheet.part('Sect');
    const number = sheet.part('Lbl', section);
    number.add(() => sheet.typesetter.draw(`${index + 1}.`, clauseNumber, sheet.left, top + 18 * baselineShare));
    number.end();
    sheet.block(heading, { tag: 'H2', style: clauseHeading, leadingPt: 18, x }, section);
    sheet.y += 3;
    for (const text of paragraphs) {
      sheet.block(withNamesIsolated(text, names), { tag: 'P', style: clauseText, leadingPt: 15.5, x }, section);
      sheet.y += 5;
    }
    section.end();
    sheet.y += 11;
  }
};

/**
 * Typesets an agreement: the facts of the deal, and below them, word for word, the text that was recorded when the license
 * was granted. The recorded text is also attached as a file. The same license always gives the same bytes, and a refunded
 * one says so.
 */
export const renderAgreement = async (
  license: License,
  agreementText: string,
  proof: AgreementProof,
): Promise<Buffer> => {
  const names = [license.creator_name, license.brand_name, license.item.title].map(sanitizedName);
  await loadShaperFor([agreementText, ...names].join(' '));
  const agreement = readAgreement(agreementText);
  const at = new Date(license.created_at);
  const { license_id, agreement: issued } = license;
  const sheet = new Sheet(`Content License Agreement, license ${license_id}`, {
    subject: `License ${license_id}, terms version ${issued?.terms_version ?? 'unknown'}`,
    keywords: `license ${license_id}, SHA-256 ${proof.sha256}`,
    at,
  });
  drawHeading(sheet, agreement, proof.verifyUrl);
  drawDeal(sheet, license, proof);
  drawClauses(sheet, agreement, names);
  sheet.drawFooters((page, pages) => [`Tessera   ·   License ${license_id}`, `Page ${page} of ${pages}`], note);
  sheet.document.file(Buffer.from(agreementText), {
    name: 'agreement.txt',
    type: 'text/plain',
    description: 'The text of the agreement as it was recorded',
    creationDate: at,
    modifiedDate: at,
  });
  return sheet.end();
};

/** What the thread that asks for an agreement sends. */
export interface AgreementInput {
  readonly license: License;
  readonly text: string;
  readonly proof: AgreementProof;
}

/** The printer calls this. */
export const render = ({ license, text, proof }: AgreementInput): Promise<Buffer> => {
  const { thumbnail: bytes } = proof;
  // A Buffer arrives from another thread as a plain byte array.
  const thumbnail = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return renderAgreement(license, text, { ...proof, thumbnail });
};
