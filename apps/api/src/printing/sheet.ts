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
/** Where letters stand in a line, as a share of its height. */
export const baselineShare = 0.72;

/** Written page by page: what is written is given away, so that a document may have any number of pages. */
export interface Flow {
  /** Words at the foot of each page, from left and from right. */
  readonly feet: (page: number) => readonly [string, string];
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

/** A part of a document without a structure. */
const unwritten = {
  add: (draw: () => void) => draw(),
  end: () => undefined,
} as unknown as Structure;

/**
 * The pages of a document from top to bottom, with what each part is written beside it, so that it can be read aloud.
 * `y` is how far the page is filled, in points from its top.
 */
export class Sheet {
  readonly document: Document;
  readonly type: Typesetter;
  readonly #root: Structure;
  readonly #flow: Flow | null;
  #pages = 1;
  y = headPt;

  /**
   * The same words and time give the same bytes.
   * @param flow for a document of any length; what is written beside its parts would grow with it and is left out
   */
  constructor(title: string, info: Info, flow: Flow | null = null) {
    this.#flow = flow;
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      bufferPages: flow === null,
      tagged: flow === null,
      lang: 'en-US',
      displayTitle: true,
      font: unusedFont(),
      // The library writes these unescaped into XML: no words of people may stand here.
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
    this.type = new Typesetter(this.document);
    this.#root = flow ? unwritten : this.document.struct('Document');
    if (!flow) this.document.addStructure(this.#root);
  }

  readonly left = marginPt;

  get right() {
    return this.document.page.width - marginPt;
  }

  get width() {
    return this.right - this.left;
  }

  /** What a page holds from head to foot. */
  get bodyPt() {
    return this.document.page.height - headPt - footPt;
  }

  /** Continues to a new page where less than this is left of the present one; answers whether it did. */
  need(heightPt: number): boolean {
    if (this.y + heightPt <= this.document.page.height - footPt) return false;
    if (this.#flow) this.#foot(this.#flow.feet(this.#pages), this.#flow.style);
    this.document.addPage();
    this.#pages += 1;
    this.y = headPt;
    return true;
  }

  /** A part of the document that has parts itself, or a picture. It is open until `end`. */
  part(tag: string, parent: Structure = this.#root, options: StructureOptions = {}): Structure {
    if (this.#flow) return unwritten;
    const part = this.document.struct(tag, options);
    parent.add(part);
    return part;
  }

  /** Text in lines, from `y` downward; it stays on one page where a page can hold it. */
  block(
    text: string,
    { tag, style, leadingPt, x = this.left, widthPt = this.right - x, link }: Block,
    parent?: Structure,
  ) {
    const lines = linesOf(text, style, widthPt);
    this.need(Math.min(lines.length * leadingPt, this.bodyPt));
    const part = this.part(tag, parent);
    for (const line of lines) {
      this.need(leadingPt);
      const top = this.y;
      part.add(() => {
        const end = this.type.draw(line, style, x, top + leadingPt * baselineShare);
        const of: object = this.#flow ? {} : { structParent: part };
        if (link) this.document.link(x, top, end - x, leadingPt, link, of);
      });
      this.y += leadingPt;
    }
    part.end();
  }

  /** What is there for the eye alone. */
  ornament(draw: () => void) {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  rule(toX = this.right, fromX = this.left) {
    this.ornament(() => this.document.moveTo(fromX, this.y).lineTo(toX, this.y).lineWidth(0.5).stroke(colors.hairline));
  }

  /** Words at the foot of each page, from left and from right, told which page it is of how many. */
  feet(words: (page: number, pages: number) => readonly [string, string], style: TextStyle) {
    const { start, count } = this.document.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.document.switchToPage(page);
      this.#foot(words(page + 1, count), style);
    }
  }

  #foot([left, right]: readonly [string, string], style: TextStyle) {
    this.y = this.document.page.height - footPt + 22;
    this.rule();
    this.document.markContent('Artifact', { type: 'Pagination' });
    this.type.draw(left, style, this.left, this.y + 16);
    this.type.draw(right, style, this.right - widthOf(right, style), this.y + 16);
    this.document.endMarkedContent();
  }

  /** What has been written since this was last asked for; the pages that are still open aren't. */
  written(): Buffer {
    const chunks: Buffer[] = [];
    for (let chunk = this.#read(); chunk; chunk = this.#read()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  #read() {
    return this.document.read() as Buffer | null;
  }

  /** The finished file, or what is left of it. */
  end(): Promise<Buffer> {
    if (this.#flow) this.#foot(this.#flow.feet(this.#pages), this.#flow.style);
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
