import PDFDocument from 'pdfkit';
import { Typesetter, linesOf, unusedFont, widthOf } from './typefaces.ts';
import type { TextStyle } from './typefaces.ts';

type Document = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Document['struct']>;
type StructureOptions = Parameters<Document['struct']>[1] & { readonly scope?: 'Row' | 'Column' };

export const colors = { ink: '#191714', muted: '#655F56', hairline: '#DDD8CF', accent: '#2F4BE0' } as const;
const marginPt = 64;
const headPt = 56;
const footPt = 72;
/** How far the baseline is from the top of a line, as a share of its height. */
export const baselineShare = 0.72;

/** How each page of a streamed document ends. Its finished pages are not kept, so it may have any number of them. */
export interface StreamedFooter {
  /** Returns the texts at the left and at the right of a page's footer. */
  readonly textsOf: (page: number) => readonly [string, string];
  readonly style: TextStyle;
}

interface Info {
  readonly subject: string;
  readonly keywords: string;
  readonly at: Date;
}

interface Block {
  readonly tag: string;
  readonly style: TextStyle;
  readonly leadingPt: number;
  readonly x?: number;
  readonly widthPt?: number;
  readonly link?: string;
}

/** Stands in for the structure of a document that has none. */
const noStructure = {
  add: (draw: () => void) => draw(),
  end: () => undefined,
} as unknown as Structure;

/**
 * Draws a PDF from top to bottom, page by page, and tags its parts for screen readers. `y` is how far the page is
 * filled, in points from its top.
 */
export class Sheet {
  readonly document: Document;
  readonly typesetter: Typesetter;
  readonly #root: Structure;
  readonly #streamed: StreamedFooter | null;
  #pages = 1;
  y = headPt;

  /**
   * The same texts and time give the same bytes.
   * @param streamed makes it a streamed document of any length. It has no tags, because they would grow with it.
   */
  constructor(title: string, info: Info, streamed: StreamedFooter | null = null) {
    this.#streamed = streamed;
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      bufferPages: streamed === null,
      tagged: streamed === null,
      lang: 'en-US',
      displayTitle: true,
      font: unusedFont(),
      // The library writes these unescaped into XML, so they must not contain user input.
      info: {
        Title: title,
        Author: 'Tessera',
        Creator: 'Tessera',
        Subject: info.subject,
        Keywords: info.keywords,
        CreationDate: info.at,
        ModDate: info.at,
      },
    });
    this.typesetter = new Typesetter(this.document);
    this.#root = streamed ? noStructure : this.document.struct('Document');
    if (!streamed) this.document.addStructure(this.#root);
  }

  readonly left = marginPt;

  get right() {
    return this.document.page.width - marginPt;
  }

  get width() {
    return this.right - this.left;
  }

  /** The height of a page between its header and footer. */
  get bodyPt() {
    return this.document.page.height - headPt - footPt;
  }

  /** Starts a new page if less than this height is left on the current one. Returns whether it did. */
  ensureSpace(heightPt: number): boolean {
    if (this.y + heightPt <= this.document.page.height - footPt) return false;
    this.#endStreamedPage();
    this.document.addPage();
    this.#pages += 1;
    this.y = headPt;
    return true;
  }

  /** Starts a tagged part of the document, such as a picture or a part that has parts itself. Call its `end`. */
  part(tag: string, parent: Structure = this.#root, options: StructureOptions = {}): Structure {
    if (this.#streamed) return noStructure;
    const part = this.document.struct(tag, options);
    parent.add(part);
    return part;
  }

  /** Draws text in lines, from `y` downward. It stays on one page if it fits on one. */
  block(
    text: string,
    { tag, style, leadingPt, x = this.left, widthPt = this.right - x, link }: Block,
    parent?: Structure,
  ) {
    const lines = linesOf(text, style, widthPt);
    this.ensureSpace(Math.min(lines.length * leadingPt, this.bodyPt));
    const part = this.part(tag, parent);
    for (const line of lines) {
      this.ensureSpace(leadingPt);
      const top = this.y;
      part.add(() => {
        const end = this.typesetter.draw(line, style, x, top + leadingPt * baselineShare);
        const options: object = this.#streamed ? {} : { structParent: part };
        if (link) this.document.link(x, top, end - x, leadingPt, link, options);
      });
      this.y += leadingPt;
    }
    part.end();
  }

  /** Draws something that screen readers skip. */
  decorate(draw: () => void) {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  rule(toX = this.right, fromX = this.left) {
    this.decorate(() => this.document.moveTo(fromX, this.y).lineTo(toX, this.y).lineWidth(0.5).stroke(colors.hairline));
  }

  /** Draws the footer of each page. `textsOf` returns the texts at its left and right. */
  drawFooters(textsOf: (page: number, pages: number) => readonly [string, string], style: TextStyle) {
    const { start, count } = this.document.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.document.switchToPage(page);
      this.#drawFooter(textsOf(page + 1, count), style);
    }
  }

  #endStreamedPage() {
    if (this.#streamed) this.#drawFooter(this.#streamed.textsOf(this.#pages), this.#streamed.style);
  }

  #drawFooter([left, right]: readonly [string, string], style: TextStyle) {
    this.y = this.document.page.height - footPt + 22;
    this.rule();
    this.document.markContent('Artifact', { type: 'Pagination' });
    this.typesetter.draw(left, style, this.left, this.y + 16);
    this.typesetter.draw(right, style, this.right - widthOf(right, style), this.y + 16);
    this.document.endMarkedContent();
  }

  /** Returns the bytes written since the last call, without pages that are still open. */
  written(): Buffer {
    const chunks: Buffer[] = [];
    for (let chunk = this.#read(); chunk; chunk = this.#read()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  #read() {
    return this.document.read() as Buffer | null;
  }

  /** Returns the finished file or, if it is streamed, the rest of it. */
  end(): Promise<Buffer> {
    this.#endStreamedPage();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      this.document.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.document.on('end', () => resolve(Buffer.concat(chunks)));
      this.document.on('error', reject);
      this.#root.end();
      this.document.end();
    });
  }
}
