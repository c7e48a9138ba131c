import { escaped } from '../kernel/html.ts';

export interface PagePicture {
  /** Below the public address. */
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** What it shows, in words. */
  readonly alt: string;
}

/** What a page says before its scripts run: to search engines, to whoever previews a link, and on the screen. */
export interface Page {
  /** As the client calls the page too. */
  readonly title: string;
  readonly description: string;
  /** The one address among those that show the same; null for what no search engine shall list. */
  readonly path: string | null;
  readonly picture?: PagePicture;
  /** Of schema.org. */
  readonly data?: object;
  /** HTML in the place of the app, until it is there. */
  readonly firstPaint?: string;
  readonly status: 200 | 404;
}

const meta = (kind: 'name' | 'property', name: string, content: string | number) =>
  `<meta ${kind}="${name}" content="${escaped(String(content))}">`;

/** JSON in a script element, which no text within can end. */
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

/** The built page of the client, with what this page says. @param publicUrl the origin that browsers use */
export const withPage = (html: string, page: Page, publicUrl: string): string =>
  html
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => headOf(page, publicUrl))
    .replace('<div id="root"></div>', () => `<div id="root">${page.firstPaint ?? ''}</div>`);
