/** The height, in pixels, of the header that stays at the top of a page. */
export const headerPx = 65;

/** What is scrolled into view ends up this far below the top, in pixels: clear of the header, with room for an outline. */
export const scrollPaddingPx = headerPx + 8;
