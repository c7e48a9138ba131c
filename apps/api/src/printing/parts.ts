import { linesOf } from './typefaces.ts';
import type { TextStyle } from './typefaces.ts';
import { baselineShare, colors } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const { ink, muted, accent } = colors;
export const styles = {
  title: { face: 'display', sizePt: 25, color: ink },
  heading: { face: 'display', sizePt: 12.5, color: ink },
  /** For labels and footers. */
  label: { face: 'text', sizePt: 8.5, color: muted },
  value: { face: 'strong', sizePt: 9.5, color: ink },
  plain: { face: 'text', sizePt: 8.5, color: ink },
  address: { face: 'text', sizePt: 8.5, color: accent },
} as const satisfies Readonly<Record<string, TextStyle>>;

const labelWidthPt = 92;
export const rowPaddingPt = 6.5;
export const leadingOf = ({ sizePt }: TextStyle) => sizePt * 1.45;

/** Draws the logo: four tiles, one of them in the accent color, and the name. */
export const drawWordMark = (sheet: Sheet) => {
  const tilePt = 6;
  const tiles = [
    [0, 0, ink],
    [1, 0, accent],
    [0, 1, ink],
    [1, 1, ink],
  ] as const;
  sheet.decorate(() => {
    for (const [column, row, color] of tiles) {
      const [x, y] = [sheet.left + column * (tilePt + 1), sheet.y + row * (tilePt + 1)];
      sheet.document.rect(x, y, tilePt, tilePt).fill(color);
    }
    sheet.typesetter.draw('Tessera', { face: 'display', sizePt: 14, color: ink }, sheet.left + 20, sheet.y + 11.5);
  });
};

/** A label and its value. Each fact is on its own line. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly style?: TextStyle;
  /** The absolute URL that the value links to. */
  readonly link?: string;
}

/** @param rightOf returns the right edge of the next fact, for facts that have something beside them */
export const drawFacts = (sheet: Sheet, facts: readonly Fact[], rightOf: () => number = () => sheet.right) => {
  const table = sheet.part('Table');
  for (const fact of facts) {
    const right = rightOf();
    const style = fact.style ?? (fact.link ? styles.address : styles.value);
    const x = sheet.left + labelWidthPt;
    const widthPt = right - x;
    const leadingPt = leadingOf(style);
    sheet.ensureSpace(linesOf(fact.value, style, widthPt).length * leadingPt + 2 * rowPaddingPt);
    sheet.rule(right);
    sheet.y += rowPaddingPt;
    const top = sheet.y;
    const row = sheet.part('TR', table);
    const name = sheet.part('TH', row, { title: fact.label, scope: 'Row' });
    name.add(() => sheet.typesetter.draw(fact.label, styles.label, sheet.left, top + leadingPt * baselineShare));
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
