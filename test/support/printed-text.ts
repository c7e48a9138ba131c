import { getResolvedPDFJS } from 'unpdf';
import type { getDocumentProxy } from 'unpdf';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A piece of text on a page, as a reader of the file finds it. */
interface Piece {
  readonly text: string;
  /** Where it begins, in points from the left edge. */
  readonly x: number;
}

/** Spaces depend on how a reader measures gaps, and joiners are invisible. */
const unread = /[\s\p{Cf}]/gu;

/** Text without what readers of PDFs may add or leave out. */
export const lettersOf = (text: string) => text.normalize('NFC').replace(unread, '');

const pagesOf = (pdf: Pdf) =>
  Promise.all(Array.from({ length: pdf.numPages }, (_page, index) => pdf.getPage(index + 1)));

/** Returns the pieces of text on all pages, in the order in which they are read. */
export const piecesOf = async (pdf: Pdf): Promise<readonly Piece[]> => {
  const pages = await pagesOf(pdf);
  const contents = await Promise.all(pages.map((page) => page.getTextContent()));
  return contents.flatMap(({ items }) =>
    items.flatMap((item) => ('str' in item ? [{ text: item.str, x: Number(item.transform[4]) }] : [])),
  );
};

/** Counts the glyphs that stand for no letter: the boxes that a font has for letters it lacks. */
export const boxesIn = async (pdf: Pdf): Promise<number> => {
  const { OPS } = await getResolvedPDFJS();
  const lists = await Promise.all((await pagesOf(pdf)).map((page) => page.getOperatorList()));
  const shown = lists.flatMap(({ fnArray, argsArray }) =>
    argsArray.filter((_args: unknown, index: number) => fnArray[index] === OPS.showText),
  ) as readonly (readonly [readonly (number | { readonly originalCharCode: number })[]])[];
  const glyphs = shown.flatMap(([line]) => line.filter((glyph) => typeof glyph !== 'number'));
  if (glyphs.length === 0) throw new Error('The document shows no text');
  return glyphs.filter(({ originalCharCode }) => originalCharCode === 0).length;
};
