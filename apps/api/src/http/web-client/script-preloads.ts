import { escaped } from '../../kernel/html.ts';

/** The scripts of each page by path, as the client's build lists them; `:name` matches the rest of a path segment. */
export type PageScripts = Readonly<Record<string, readonly string[]>>;

const matchesSegment = (pattern: string, segment: string) => {
  const colon = pattern.indexOf(':');
  return colon < 0 ? segment === pattern : segment.length > colon && segment.startsWith(pattern.slice(0, colon));
};

const matches = (pattern: string, path: string) => {
  const segments = path.replace(/(.)\/$/, '$1').split('/');
  const patterns = pattern.split('/');
  return (
    patterns.length === segments.length && patterns.every((each, index) => matchesSegment(each, segments[index] ?? ''))
  );
};

/**
 * Adds preload links, so that browsers request all scripts of a page at once instead of discovering them one by one.
 * @param isUrgent whether the page shows nothing before they have run
 */
export const withScriptPreloads = (
  html: string,
  scripts: PageScripts,
  { path, nonce, isUrgent }: { readonly path: string; readonly nonce: string; readonly isUrgent: boolean },
): string => {
  const found = scripts[path] ?? Object.entries(scripts).find(([pattern]) => matches(pattern, path))?.[1] ?? [];
  const links = found.map(
    (file) => `<link rel="modulepreload" crossorigin href="${escaped(file)}" nonce="${nonce}">\n    `,
  );
  const all = html.replace('<link rel="stylesheet"', () => `${links.join('')}<link rel="stylesheet"`);
  return isUrgent ? all : all.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
};
