import { linesOf, widthOf } from './typefaces.ts';
import type { TextStyle } from './typefaces.ts';
import { leadingOf, styles } from './parts.ts';
import { baselineShare, colors } from './sheet.ts';
import type { Sheet } from './sheet.ts';

export interface Column {
  readonly heading: string;
  /** Its width relative to the other columns. */
  readonly share: number;
  /** Amounts and counts, which are aligned right. */
  readonly isFigures?: true;
}

/** A cell for each column. Text after a line break is smaller, on its own line. */
export type Row = readonly string[];

export interface Total {
  readonly label: string;
  readonly value: string;
  /** The final total that the others add up to. */
  readonly isGrand?: true;
}

interface Line {
  readonly text: string;
  readonly style: TextStyle;
}

interface PlacedColumn extends Column {
  readonly x: number;
  readonly widthPt: number;
}

const { ink } = colors;
const cellText: TextStyle = { face: 'text', sizePt: 9, color: ink };
const cellFigures: TextStyle = { face: 'figures', sizePt: 9, color: ink };
const totalText: TextStyle = { face: 'text', sizePt: 9.5, color: ink };
const totalFigures: TextStyle = { face: 'figures', sizePt: 9.5, color: ink };
const grandText: TextStyle = { face: 'strong', sizePt: 11, color: ink };
const grandFigures: TextStyle = { face: 'strongFigures', sizePt: 11, color: ink };

const gapPt = 14;
const leadingPt = 13;
const paddingPt = 5;
/** The totals' share of the width, at the right. */
const totalsShare = 0.46;

const placedColumnsOf = (sheet: Sheet, columns: readonly Column[]): readonly PlacedColumn[] => {
  const shares = columns.reduce((total, { share }) => total + share, 0);
  const widthPt = sheet.width - gapPt * (columns.length - 1);
  let x = sheet.left;
  return columns.map((column) => {
    const placed = { ...column, x, widthPt: (widthPt * column.share) / shares };
    x += placed.widthPt + gapPt;
    return placed;
  });
};

const linesOfCell = (cell: string, { isFigures, widthPt }: PlacedColumn): readonly Line[] =>
  cell.split('\n').flatMap((text, index) => {
    const style = index > 0 ? styles.label : isFigures ? cellFigures : cellText;
    return linesOf(text, style, widthPt).map((line) => ({ text: line, style }));
  });

/** Draws a table that may span pages. Each page repeats the column heads. */
export class Table {
  readonly #sheet: Sheet;
  readonly #columns: readonly PlacedColumn[];
  readonly #part: ReturnType<Sheet['part']>;

  constructor(sheet: Sheet, columns: readonly Column[]) {
    this.#sheet = sheet;
    this.#columns = placedColumnsOf(sheet, columns);
    this.#part = sheet.part('Table');
    this.#drawHeads();
  }

  add(row: Row) {
    const sheet = this.#sheet;
    const cells = this.#columns.map((column, index) => linesOfCell(row[index] ?? '', column));
    const lines = Math.max(...cells.map(({ length }) => length));
    const heightPt = lines * leadingPt + 2 * paddingPt;
    if (sheet.ensureSpace(Math.min(heightPt, sheet.bodyPt - leadingPt - 2 * paddingPt))) this.#repeatHeads();
    sheet.y += paddingPt;
    const part = sheet.part('TR', this.#part);
    const parts = cells.map(() => sheet.part('TD', part));
    for (let line = 0; line < lines; line += 1) {
      if (sheet.ensureSpace(leadingPt)) this.#repeatHeads();
      for (const [index, column] of this.#columns.entries()) {
        const text = cells[index]?.[line];
        if (text) parts[index]?.add(() => this.#draw(text, column));
      }
      sheet.y += leadingPt;
    }
    part.end();
    sheet.y += paddingPt;
    sheet.rule();
  }

  end() {
    this.#part.end();
  }

  #draw({ text, style }: Line, { x, widthPt, isFigures }: PlacedColumn) {
    const left = isFigures ? x + widthPt - widthOf(text, style) : x;
    this.#sheet.typesetter.draw(text, style, left, this.#sheet.y + leadingPt * baselineShare);
  }

  #drawHeads() {
    const sheet = this.#sheet;
    // The heads must not be left alone at the bottom of a page.
    sheet.ensureSpace(3 * leadingPt + 4 * paddingPt);
    const row = sheet.part('TR', this.#part);
    for (const column of this.#columns) {
      const head = sheet.part('TH', row, { title: column.heading, scope: 'Column' });
      head.add(() => this.#draw({ text: column.heading, style: styles.label }, column));
    }
    row.end();
    this.#ruleHeads();
  }

  /** Screen readers skip the repeated heads. */
  #repeatHeads() {
    this.#sheet.decorate(() => {
      for (const column of this.#columns) this.#draw({ text: column.heading, style: styles.label }, column);
    });
    this.#ruleHeads();
  }

  #ruleHeads() {
    this.#sheet.y += leadingPt + paddingPt;
    this.#sheet.rule();
  }
}

export const drawTotals = (sheet: Sheet, totals: readonly Total[]) => {
  if (totals.length === 0) return;
  const x = sheet.right - sheet.width * totalsShare;
  const table = sheet.part('Table');
  sheet.y += paddingPt;
  // Keeps all totals on one page.
  sheet.ensureSpace(totals.length * 2 * leadingPt);
  for (const [index, { label, value, isGrand }] of totals.entries()) {
    const [text, figures] = isGrand ? [grandText, grandFigures] : [totalText, totalFigures];
    const heightPt = leadingOf(text);
    sheet.ensureSpace(heightPt + 2 * paddingPt);
    // The first one is already beneath the table's last rule.
    if (isGrand && index > 0) {
      sheet.y += paddingPt;
      sheet.rule(sheet.right, x);
      sheet.y += paddingPt;
    }
    const baseline = sheet.y + heightPt * baselineShare;
    const row = sheet.part('TR', table);
    const head = sheet.part('TH', row, { title: label, scope: 'Row' });
    head.add(() => sheet.typesetter.draw(label, text, x, baseline));
    head.end();
    const cell = sheet.part('TD', row);
    cell.add(() => sheet.typesetter.draw(value, figures, sheet.right - widthOf(value, figures), baseline));
    row.end();
    sheet.y += heightPt + paddingPt / 2;
  }
  table.end();
};
