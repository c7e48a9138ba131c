import { escaped } from '../kernel/html.ts';

export interface PagePicture {
  /** Relative to the public address. */
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** What the picture shows, in words. */
  readonly alt: string;
}

/** The content of a page before its scripts run: for search engines, for link previews, and on the screen. */
export interface Page {
  /** The same as in the client. */
  readonly title: string;
  readonly description: string;
  /** The canonical path; null if search engines should not list the page. */
  readonly path: string | null;
  readonly picture?: PagePicture;
  /** Structured data (schema.org). */
  readonly data?: object;
  /** HTML to show until the app has started. */
  readonly firstPaint?: string;
  readonly status: 200 | 404;
}

const meta = (kind: 'name' | 'property', name: string, content: string | number) =>
  `<meta ${kind}="${name}" content="${escaped(String(content))}">`;

/** JSON in a script element, escaped so that no text in it can end the element. */
const dataOf = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const pictureOf = ({ path, width, height, alt }: PagePicture, publicUrl: string) => [
  meta('property', 'og:image', publicUrl + path),
  meta('property', 'og:image:width', width),
  meta('property', 'og:image:height', height),
  meta('property', 'og:image:alt', alt),
];

const headOf = ({ title, description, path, picture, data }: Page, publicUrl: string) =>
  [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    ...(path === null
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(publicUrl + path)}">`,
          meta('property', 'og:site_name', 'Tessera'),
          meta('property', 'og:type', 'website'),
          meta('property', 'og:url', publicUrl + path),
          meta('property', 'og:title', title),
          meta('property', 'og:description', description),
          ...(picture ? pictureOf(picture, publicUrl) : []),
          meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
        ]),
    ...(data ? [dataOf(data)] : []),
  ].join('\n    ');

/** Fills the client's built page with the content of this page. @param publicUrl the origin that browsers use */
export const withPage = (html: string, page: Page, publicUrl: string): string =>
  html
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => headOf(page, publicUrl))
    .replace('<div id="root"></div>', () => `<div id="root">${page.firstPaint ?? ''}</div>`);
