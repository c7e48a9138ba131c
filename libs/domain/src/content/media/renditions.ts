/** The widths, in pixels, at which a preview is kept beside its full size. */
export const renditionWidths = [320, 640, 960] as const;

/** In the order of preference. */
export const renditionFormats = ['avif', 'webp'] as const;
export type RenditionFormat = (typeof renditionFormats)[number];

/** The path of a preview at one of its `widths`; the full width itself is one of them. */
export const renditionOf = (mediaUrl: string, width: number, format: RenditionFormat): string =>
  `${mediaUrl.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`;

/**
 * How wide a picture of the marketplace is shown, in the words of the `sizes` attribute: the same in the page that the
 * service draws and in the client's, so that what came for the one isn't loaded anew, in another width, for the other.
 */
export const wallSizes = '(min-width: 768px) 25vw, 50vw';
