/** The widths, in pixels, at which a preview is stored in addition to its full size. */
export const renditionWidths = [320, 640, 960] as const;

/** In order of preference. */
export const renditionFormats = ['avif', 'webp'] as const;
export type RenditionFormat = (typeof renditionFormats)[number];

/** The path of a preview at one of its `widths`; the full width itself is one of them. */
export const renditionOf = (mediaUrl: string, width: number, format: RenditionFormat): string =>
  `${mediaUrl.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`;

/**
 * How wide a card of the marketplace, or its wall, shows a picture, as a `sizes` attribute. It must be the same in the
 * page that the service renders and in the client, or the browser would load the pictures again at another width.
 */
export const cardSizes =
  '(min-width: 1280px) 384px, (min-width: 944px) 32vw, (min-width: 624px) 48vw, calc(100vw - 32px)';
export const wallSizes = '(min-width: 768px) 25vw, 50vw';
