import { linesOf } from './typefaces.ts';
import type { TextStyle } from './typefaces.ts';
import { baselineShare, colors } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const { ink, muted, accent } = colors;
export const styles = {
  title: { face: 'display', sizePt: 25, color: ink },
  heading: { face: 'display', sizePt: 12.5, color: ink },
  /** Beside what it names, and at the foot. */
  label: { face: 'text', sizePt: 8.5, color: muted },
  value: { face: 'strong', sizePt: 9.5, color: ink },
  plain: { face: 'text', sizePt: 8.5, color: ink },
  address: { face: 'text', sizePt: 8.5, color: accent },
} as const satisfies Readonly<Record<string, TextStyle>>;

const labelWidthPt = 92;
export const rowPaddingPt = 6.5;
export const leadingOf = ({ sizePt }: TextStyle) => sizePt * 1.45;

/** The word mark: four tiles, one of them in the accent. */
export const wordMark = (sheet: Sheet) => {
  const tilePt = 6;
  const places = [
    [0, 0, ink],
    [1, 0, accent],
    [0, 1, ink],
    [1, 1, ink],
  ] as const;
  sheet.ornament(() => {
    for (const [column, row, color] of places) {
      const [x, y] = [sheet.left + column * (tilePt + 1), sheet.y + row * (tilePt + 1)];
      sheet.document.rect(x, y, tilePt, tilePt).fill(color);
    }
    sheet.type.draw('Tessera', { face: 'display', sizePt: 14, color: ink }, sheet.left + 20, sheet.y + 11.5);
  });
};

/** One line beneath the other: what is named, and what it is. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly style?: TextStyle;
  /** The absolute address that the value leads to. */
  readonly link?: string;
}

/** @param rightOf where a fact ends that begins at `y`, for what stands beside the first of them */
export const drawFacts = (sheet: Sheet, facts: readonly Fact[], rightOf: () => number = () => sheet.right) => {
  const table = sheet.part('Table');
  for (const fact of facts) {
    const right = rightOf();
    const style = fact.style ?? (fact.link ? styles.address : styles.value);
    const x = sheet.left + labelWidthPt;
    const widthPt = right - x;
    const leadingPt = leadingOf(style);
    sheet.need(linesOf(fact.value, style, widthPt).length * leadingPt + 2 * rowPaddingPt);
    sheet.rule(right);
    sheet.y += rowPaddingPt;
    const top = sheet.y;
    const row = sheet.part('TR', table);
    const name = sheet.part('TH', row, { title: fact.label, scope: 'Row' });
    name.add(() => sheet.type.draw(fact.label, styles.label, sheet.left, top + leadingPt * baselineShare));
    name.end();
    const cell = sheet.part('TD', row);
    sheet.block(fact.value, { tag: fact.link ? 'Link' : 'P', style, leadingPt, x, widthPt, link: fact.link }, cell);
    cell.end();
    row.end();
    sheet.y += rowPaddingPt;
  }
  table.end();
  sheet.rule();
};
