import { printedDay } from './document.ts';
import type { DocumentHead, Part, Party, TableHead } from './document.ts';

import type { TextStyle } from './typefaces.ts';
import { drawFacts, leadingOf, styles, wordMark } from './parts.ts';
import { Sheet, colors } from './sheet.ts';
import { Table, drawTotals } from './table.ts';

const partyGapPt = 28;
const partStandsApartPt = 24;
const nameOfParty: TextStyle = { face: 'strong', sizePt: 10, color: colors.ink };
const lineOfParty: TextStyle = { face: 'text', sizePt: 9, color: colors.ink };
const noteText: TextStyle = { face: 'text', sizePt: 9, color: colors.muted };

const nameOf = ({ title, number }: DocumentHead) => `${title} ${number}`;

const drawParty = (sheet: Sheet, { label, lines }: Party, x: number, widthPt: number) => {
  const part = sheet.part('Sect');
  sheet.block(label, { tag: 'P', style: styles.label, leadingPt: 15, x, widthPt }, part);
  for (const [index, line] of lines.entries()) {
    const style = index === 0 ? nameOfParty : lineOfParty;
    sheet.block(line, { tag: 'P', style, leadingPt: leadingOf(style), x, widthPt }, part);
  }
  part.end();
};

/** Beside each other, two in a line. */
const drawParties = (sheet: Sheet, parties: readonly Party[]) => {
  const widthPt = (sheet.width - partyGapPt) / 2;
  for (let first = 0; first < parties.length; first += 2) {
    const top = sheet.y;
    let bottom = top;
    for (const [place, party] of parties.slice(first, first + 2).entries()) {
      sheet.y = top;
      drawParty(sheet, party, sheet.left + place * (widthPt + partyGapPt), widthPt);
      bottom = Math.max(bottom, sheet.y);
    }
    sheet.y = bottom + partStandsApartPt;
  }
};

const drawHead = (sheet: Sheet, { title, number, date }: DocumentHead) => {
  wordMark(sheet);
  sheet.y += 38;
  sheet.block(title, { tag: 'H1', style: styles.title, leadingPt: 32 });
  sheet.y += 2;
  sheet.block(number, { tag: 'P', style: styles.value, leadingPt: 15 });
  sheet.block(printedDay(date), { tag: 'P', style: styles.label, leadingPt: 13 });
  sheet.y += partStandsApartPt;
};

/** A document in the layout of the house, set part by part. */
export class DocumentLayout {
  readonly #sheet: Sheet;
  readonly #head: DocumentHead;
  readonly #isLong: boolean;
  #table: Table | null = null;

  /** @param isLong given away page by page */
  constructor(head: DocumentHead, isLong: boolean) {
    this.#head = head;
    this.#isLong = isLong;
    const info = { subject: nameOf(head), keywords: nameOf(head), at: new Date(head.date) };
    const flow = { feet: (page: number) => this.#feet(`Page ${page}`), style: styles.label };
    this.#sheet = new Sheet(nameOf(head), info, isLong ? flow : null);
    drawHead(this.#sheet, head);
    drawParties(this.#sheet, head.parties);
    if (head.facts.length === 0) return;
    drawFacts(this.#sheet, head.facts);
    this.#sheet.y += partStandsApartPt;
  }

  add(part: Part) {
    switch (part.kind) {
      case 'table':
        return this.#open(part.table);
      case 'rows':
        return part.rows.forEach((row) => this.#table?.add(row));
      case 'totals':
        this.#table?.end();
        drawTotals(this.#sheet, part.totals);
        this.#sheet.y += partStandsApartPt;
        return undefined;
      case 'notes':
        return this.#notes(part.notes);
    }
  }

  /** What of it has been written and not been taken yet. */
  written(): Buffer {
    return this.#sheet.written();
  }

  /** The rest of it: all of it unless it is long. */
  end(): Promise<Buffer> {
    const feet = (page: number, pages: number) => this.#feet(`Page ${page} of ${pages}`);
    if (!this.#isLong) this.#sheet.feet(feet, styles.label);
    return this.#sheet.end();
  }

  #open({ heading, columns }: TableHead) {
    const sheet = this.#sheet;
    if (heading !== undefined) {
      sheet.need(80);
      sheet.block(heading, { tag: 'H2', style: styles.heading, leadingPt: 18 });
      sheet.y += 8;
    }
    this.#table = new Table(sheet, columns);
  }

  #notes(notes: readonly string[]) {
    for (const note of notes) {
      this.#sheet.block(note, { tag: 'P', style: noteText, leadingPt: 14 });
      this.#sheet.y += 4;
    }
  }

  #feet(page: string): readonly [string, string] {
    return [`Tessera   ·   ${nameOf(this.#head)}`, page];
  }
}
