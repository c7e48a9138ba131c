import { escaped } from '../../kernel/html.ts';

/** The scripts of each page by its path, as the client's build wrote it; `:name` stands for the rest of a part of a path. */
export type PageScripts = Readonly<Record<string, readonly string[]>>;

const isLike = (wanted: string, part: string) => {
  const named = wanted.indexOf(':');
  return named < 0 ? part === wanted : part.length > named && part.startsWith(wanted.slice(0, named));
};

const matches = (pattern: string, path: string) => {
  const parts = path.replace(/(.)\/$/, '$1').split('/');
  const wanted = pattern.split('/');
  return wanted.length === parts.length && wanted.every((part, index) => isLike(part, parts[index] ?? ''));
};

/**
 * Lets browsers ask for the scripts of a page together with it, and not once others have said which those are.
 * @param urgent whether nothing can be seen before they have run
 */
export const withScriptPreloads = (
  html: string,
  scripts: PageScripts,
  { path, nonce, urgent }: { readonly path: string; readonly nonce: string; readonly urgent: boolean },
): string => {
  const found = scripts[path] ?? Object.entries(scripts).find(([pattern]) => matches(pattern, path))?.[1] ?? [];
  const links = found.map(
    (file) => `<link rel="modulepreload" crossorigin href="${escaped(file)}" nonce="${nonce}">\n    `,
  );
  const all = html.replace('<link rel="stylesheet"', () => `${links.join('')}<link rel="stylesheet"`);
  return urgent ? all : all.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
};
