import PDFDocument from 'pdfkit';
import { Typesetter, linesOf, unusedFont, widthOf } from './agreement-faces.ts';
import type { TextStyle } from './agreement-faces.ts';

type Document = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Document['struct']>;
type StructureOptions = Parameters<Document['struct']>[1];

export const colors = { ink: '#191714', muted: '#655F56', hairline: '#DDD8CF', accent: '#2F4BE0' } as const;
const marginPt = 64;
const headPt = 56;
const footPt = 72;
/** Text of a line stands on a place this share of the leading below its top. */
const baselineShare = 0.72;

interface Block {
  readonly tag: string;
  readonly style: TextStyle;
  readonly leadingPt: number;
  readonly x?: number;
  readonly widthPt?: number;
  readonly link?: string;
}

/**
 * The pages of a document from top to bottom, with what each part is written beside it, so that it can be read aloud.
 * `y` is how far the page is filled, in points from its top.
 */
export class Sheet {
  readonly document: Document;
  readonly type: Typesetter;
  readonly #root: Structure;
  y = headPt;

  /** @param id what the document is about; the same id and time give the same bytes */
  constructor(title: string, info: { readonly subject: string; readonly keywords: string; readonly at: Date }) {
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      bufferPages: true,
      tagged: true,
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
    this.#root = this.document.struct('Document');
    this.document.addStructure(this.#root);
  }

  readonly left = marginPt;

  get right() {
    return this.document.page.width - marginPt;
  }

  get width() {
    return this.right - this.left;
  }

  /** Continues to a new page where less than this is left of the present one. */
  need(heightPt: number) {
    if (this.y + heightPt <= this.document.page.height - footPt) return;
    this.document.addPage();
    this.y = headPt;
  }

  /** A part of the document that has parts itself, or a picture. It is open until `end`. */
  part(tag: string, parent: Structure = this.#root, options: StructureOptions = {}): Structure {
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
    this.need(Math.min(lines.length * leadingPt, this.document.page.height - headPt - footPt));
    const part = this.part(tag, parent);
    for (const line of lines) {
      this.need(leadingPt);
      const top = this.y;
      part.add(() => {
        const end = this.type.draw(line, style, x, top + leadingPt * baselineShare);
        if (link) this.document.link(x, top, end - x, leadingPt, link, { structParent: part } as object);
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

  rule(toX = this.right) {
    this.ornament(() =>
      this.document.moveTo(this.left, this.y).lineTo(toX, this.y).lineWidth(0.5).stroke(colors.hairline),
    );
  }

  /** Words at the foot of each page, from left and from right, told which page it is of how many. */
  feet(words: (page: number, pages: number) => readonly [string, string], style: TextStyle) {
    const { start, count } = this.document.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.document.switchToPage(page);
      this.y = this.document.page.height - footPt + 22;
      this.rule();
      const [left, right] = words(page + 1, count);
      this.document.markContent('Artifact', { type: 'Pagination' });
      this.type.draw(left, style, this.left, this.y + 16);
      this.type.draw(right, style, this.right - widthOf(right, style), this.y + 16);
      this.document.endMarkedContent();
    }
  }

  /** The finished file. */
  end(): Promise<Buffer> {
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
