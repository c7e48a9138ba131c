import { printedDay } from './document.ts';
import type { DocumentHead, Part, Party, TableHead } from './document.ts';
import type { TextStyle } from './typefaces.ts';
import { drawFacts, leadingOf, styles, drawWordMark } from './parts.ts';
import { Sheet, colors } from './sheet.ts';
import { Table, drawTotals } from './table.ts';

const partyGapPt = 28;
const sectionGapPt = 24;
const partyName: TextStyle = { face: 'strong', sizePt: 10, color: colors.ink };
const partyLine: TextStyle = { face: 'text', sizePt: 9, color: colors.ink };
const noteText: TextStyle = { face: 'text', sizePt: 9, color: colors.muted };

const nameOf = ({ title, number }: DocumentHead) => `${title} ${number}`;

const drawParty = (sheet: Sheet, { label, lines }: Party, x: number, widthPt: number) => {
  const part = sheet.part('Sect');
  sheet.block(label, { tag: 'P', style: styles.label, leadingPt: 15, x, widthPt }, part);
  for (const [index, line] of lines.entries()) {
    const style = index === 0 ? partyName : partyLine;
    sheet.block(line, { tag: 'P', style, leadingPt: leadingOf(style), x, widthPt }, part);
  }
  part.end();
};

/** Draws the parties side by side, in pairs. */
const drawParties = (sheet: Sheet, parties: readonly Party[]) => {
  const widthPt = (sheet.width - partyGapPt) / 2;
  for (let first = 0; first < parties.length; first += 2) {
    const top = sheet.y;
    let bottom = top;
    for (const [index, party] of parties.slice(first, first + 2).entries()) {
      sheet.y = top;
      drawParty(sheet, party, sheet.left + index * (widthPt + partyGapPt), widthPt);
      bottom = Math.max(bottom, sheet.y);
    }
    sheet.y = bottom + sectionGapPt;
  }
};

const drawHead = (sheet: Sheet, { title, number, date }: DocumentHead) => {
  drawWordMark(sheet);
  sheet.y += 38;
  sheet.block(title, { tag: 'H1', style: styles.title, leadingPt: 32 });
  sheet.y += 2;
  sheet.block(number, { tag: 'P', style: styles.value, leadingPt: 15 });
  sheet.block(`${printedDay(date)} (UTC)`, { tag: 'P', style: styles.label, leadingPt: 13 });
  sheet.y += sectionGapPt;
};

/** Draws a document in the standard layout, part by part. */
export class DocumentLayout {
  readonly #sheet: Sheet;
  readonly #head: DocumentHead;
  readonly #isLong: boolean;
  #table: Table | null = null;

  /** @param isLong whether the document is streamed page by page */
  constructor(head: DocumentHead, isLong: boolean) {
    this.#head = head;
    this.#isLong = isLong;
    const info = { subject: nameOf(head), keywords: nameOf(head), at: new Date(head.date) };
    const footer = { textsOf: (page: number) => this.#footerTexts(`Page ${page}`), style: styles.label };
    this.#sheet = new Sheet(nameOf(head), info, isLong ? footer : null);
    drawHead(this.#sheet, head);
    drawParties(this.#sheet, head.parties);
    if (head.facts.length === 0) return;
    drawFacts(this.#sheet, head.facts);
    this.#sheet.y += sectionGapPt;
  }

  add(part: Part) {
    switch (part.kind) {
      case 'table':
        return this.#startTable(part.table);
      case 'rows':
        return part.rows.forEach((row) => this.#table?.add(row));
      case 'totals':
        this.#table?.end();
        drawTotals(this.#sheet, part.totals);
        this.#sheet.y += sectionGapPt;
        return undefined;
      case 'notes':
        return this.#drawNotes(part.notes);
    }
  }

  /** Returns the bytes written since the last call. */
  written(): Buffer {
    return this.#sheet.written();
  }

  /** Returns the rest of the document, which is all of it unless it is streamed. */
  end(): Promise<Buffer> {
    const textsOf = (page: number, pages: number) => this.#footerTexts(`Page ${page} of ${pages}`);
    if (!this.#isLong) this.#sheet.drawFooters(textsOf, styles.label);
    return this.#sheet.end();
  }

  #startTable({ heading, columns }: TableHead) {
    const sheet = this.#sheet;
    if (heading !== undefined) {
      sheet.ensureSpace(80);
      sheet.block(heading, { tag: 'H2', style: styles.heading, leadingPt: 18 });
      sheet.y += 8;
    }
    this.#table = new Table(sheet, columns);
  }

  #drawNotes(notes: readonly string[]) {
    for (const note of notes) {
      this.#sheet.block(note, { tag: 'P', style: noteText, leadingPt: 14 });
      this.#sheet.y += 4;
    }
  }

  #footerTexts(page: string): readonly [string, string] {
    return [`Tessera   ·   ${nameOf(this.#head)}`, page];
  }
}
