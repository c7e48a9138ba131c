import { linesOf, widthOf } from './typefaces.ts';
import type { TextStyle } from './typefaces.ts';
import { leadingOf, styles } from './parts.ts';
import { baselineShare, colors } from './sheet.ts';
import type { Sheet } from './sheet.ts';

export interface Column {
  readonly heading: string;
  /** How much of the width it has beside the others. */
  readonly share: number;
  /** Amounts and counts: at the right, beneath each other. */
  readonly isFigures?: true;
}

/** A cell for each column; what follows a line break is set smaller, beneath. */
export type Row = readonly string[];

export interface Total {
  readonly label: string;
  readonly value: string;
  /** The one that the others lead to. */
  readonly isGrand?: true;
}

interface Line {
  readonly text: string;
  readonly style: TextStyle;
}

interface Place extends Column {
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
/** Of the width, counted from the right. */
const totalsShare = 0.46;

const placesOf = (sheet: Sheet, columns: readonly Column[]): readonly Place[] => {
  const shares = columns.reduce((total, { share }) => total + share, 0);
  const widthPt = sheet.width - gapPt * (columns.length - 1);
  let x = sheet.left;
  return columns.map((column) => {
    const place = { ...column, x, widthPt: (widthPt * column.share) / shares };
    x += place.widthPt + gapPt;
    return place;
  });
};

const linesOfCell = (cell: string, { isFigures, widthPt }: Place): readonly Line[] =>
  cell.split('\n').flatMap((text, index) => {
    const style = index > 0 ? styles.label : isFigures ? cellFigures : cellText;
    return linesOf(text, style, widthPt).map((line) => ({ text: line, style }));
  });

/** A table that goes on over pages, each with its heads. */
export class Table {
  readonly #sheet: Sheet;
  readonly #places: readonly Place[];
  readonly #part: ReturnType<Sheet['part']>;

  constructor(sheet: Sheet, columns: readonly Column[]) {
    this.#sheet = sheet;
    this.#places = placesOf(sheet, columns);
    this.#part = sheet.part('Table');
    this.#heads();
  }

  add(row: Row) {
    const sheet = this.#sheet;
    const cells = this.#places.map((place, index) => linesOfCell(row[index] ?? '', place));
    const lines = Math.max(...cells.map(({ length }) => length));
    const heightPt = lines * leadingPt + 2 * paddingPt;
    if (sheet.need(Math.min(heightPt, sheet.bodyPt - leadingPt - 2 * paddingPt))) this.#repeatHeads();
    sheet.y += paddingPt;
    const part = sheet.part('TR', this.#part);
    const parts = cells.map(() => sheet.part('TD', part));
    for (let line = 0; line < lines; line += 1) {
      if (sheet.need(leadingPt)) this.#repeatHeads();
      for (const [index, place] of this.#places.entries()) {
        const set = cells[index]?.[line];
        if (set) parts[index]?.add(() => this.#draw(set, place));
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

  #draw({ text, style }: Line, { x, widthPt, isFigures }: Place) {
    const left = isFigures ? x + widthPt - widthOf(text, style) : x;
    this.#sheet.type.draw(text, style, left, this.#sheet.y + leadingPt * baselineShare);
  }

  #heads() {
    const sheet = this.#sheet;
    // No heads stand alone at the foot of a page.
    sheet.need(3 * leadingPt + 4 * paddingPt);
    const row = sheet.part('TR', this.#part);
    for (const place of this.#places) {
      const head = sheet.part('TH', row, { title: place.heading, scope: 'Column' });
      head.add(() => this.#draw({ text: place.heading, style: styles.label }, place));
    }
    row.end();
    this.#ruleHeads();
  }

  /** Told once to who has the document read aloud. */
  #repeatHeads() {
    this.#sheet.ornament(() => {
      for (const place of this.#places) this.#draw({ text: place.heading, style: styles.label }, place);
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
  // They are read together.
  sheet.need(totals.length * 2 * leadingPt);
  for (const [index, { label, value, isGrand }] of totals.entries()) {
    const [text, figures] = isGrand ? [grandText, grandFigures] : [totalText, totalFigures];
    const heightPt = leadingOf(text);
    sheet.need(heightPt + 2 * paddingPt);
    // The first stands beneath the rule of the table.
    if (isGrand && index > 0) {
      sheet.y += paddingPt;
      sheet.rule(sheet.right, x);
      sheet.y += paddingPt;
    }
    const baseline = sheet.y + heightPt * baselineShare;
    const row = sheet.part('TR', table);
    const head = sheet.part('TH', row, { title: label, scope: 'Row' });
    head.add(() => sheet.type.draw(label, text, x, baseline));
    head.end();
    const cell = sheet.part('TD', row);
    cell.add(() => sheet.type.draw(value, figures, sheet.right - widthOf(value, figures), baseline));
    row.end();
    sheet.y += heightPt + paddingPt / 2;
  }
  table.end();
};
