import { xmpOf } from './packet.ts';
import type { Rights } from './rights.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** What is said about rights, by namespace. Everything else that a file says stays. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  'http://purl.org/dc/elements/1.1/': ['creator', 'rights'],
  'http://ns.adobe.com/photoshop/1.0/': ['Credit'],
  'http://ns.adobe.com/xap/1.0/rights/': ['Marked', 'WebStatement'],
  'http://ns.useplus.org/ldf/xmp/1.0/': ['DataMining', 'Licensor'],
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': ['DigitalSourceType'],
};
const depthMax = 100;
const tagsMax = 50_000;

/** Comments, sections and instructions are skipped; a document type is not XMP, and matches nothing. */
const tokens =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|</g;
const attributes = /\s+([^\s=<>/]+)\s*=\s*("[^"<]*"|'[^'<]*')/g;

interface Open {
  readonly tag: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly start: number;
  /** A property that is replaced. */
  readonly isReplaced: boolean;
  /** A description of nothing that is kept. */
  isEmptied: boolean;
}
interface Range {
  readonly start: number;
  readonly end: number;
}
interface Found {
  readonly removed: readonly Range[];
  /** Where a further description can stand. */
  readonly end: number;
  /** What is described: all descriptions of a packet must name the same. */
  readonly about: string;
  /** Whether the usual prefix `rdf` is declared there. */
  readonly hasPrefix: boolean;
}

const namesIn = (text: string) =>
  [...text.matchAll(attributes)].map(({ 0: whole, 1: name = '', 2: value = '""', index }) => ({
    name,
    value: value.slice(1, -1),
    start: index,
    end: index + whole.length,
  }));

const isReplaced = (namespace: string | undefined, name: string) =>
  namespace !== undefined && (replaced[namespace]?.includes(name) ?? false);

const isRdf = (of: Open | undefined, name: string) => of?.namespace === rdf && of.name === name;
const isAside = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

/** Walks through a packet once. */
class Walk {
  readonly #open: Open[] = [];
  #removed: Range[] = [];
  #end: number | null = null;
  #about: string | null = null;
  #hasPrefix = false;

  /** Whether all that was opened was closed, with descriptions in it. */
  result(): Found | null {
    if (this.#open.length > 0 || this.#end === null) return null;
    return { removed: this.#removed, end: this.#end, about: this.#about ?? '', hasPrefix: this.#hasPrefix };
  }

  /** False if no such element is open. */
  close(tag: string, start: number, end: number): boolean {
    const opened = this.#open.pop();
    if (opened?.tag !== tag) return false;
    if (isRdf(opened, 'RDF')) {
      this.#end ??= start;
      this.#hasPrefix = opened.namespaces['rdf'] === rdf;
    }
    this.#ended(opened, end);
    return true;
  }

  /** False if there is no end to it. */
  begin(tag: string, given: string, start: number, end: number, isClosed: boolean): boolean {
    const parent = this.#open.at(-1);
    if (this.#open.length > depthMax) return false;
    const found = namesIn(given);
    const declared = found.flatMap(({ name, value }) => (name.startsWith('xmlns:') ? [[name.slice(6), value]] : []));
    const namespaces = { ...parent?.namespaces, ...(Object.fromEntries(declared) as Record<string, string>) };
    const resolved = (qualified: string) => {
      const [prefix = '', name = ''] = qualified.split(':');
      return { namespace: namespaces[prefix], name };
    };
    const element = resolved(tag);
    const isProperty = isRdf(parent, 'Description') && isRdf(this.#open.at(-2), 'RDF');
    const isGone = isProperty && isReplaced(element.namespace, element.name);
    const opened = { tag, ...element, namespaces, start, isReplaced: isGone, isEmptied: false };
    if (isRdf(opened, 'Description') && isRdf(parent, 'RDF')) {
      opened.isEmptied = true;
      for (const { name, value, start: from, end: until } of found) {
        const attribute = resolved(name);
        const givenAt = start + 1 + tag.length;
        if (isReplaced(attribute.namespace, attribute.name))
          this.#removed.push({ start: givenAt + from, end: givenAt + until });
        else if (attribute.namespace === rdf && attribute.name === 'about') this.#about ??= value;
        else if (!isAside(name)) opened.isEmptied = false;
      }
    } else if (isProperty && !isGone && parent) parent.isEmptied = false;
    if (isClosed) this.#ended(opened, end);
    else this.#open.push(opened);
    return true;
  }

  #ended({ start, isReplaced: isGone, isEmptied }: Open, end: number) {
    if (!isGone && !isEmptied) return;
    this.#removed = this.#removed.filter((range) => range.start < start);
    this.#removed.push({ start, end });
  }
}

/** Null if it isn't well-formed, or holds no descriptions. */
const find = (xml: string): Found | null => {
  const walk = new Walk();
  let tags = 0;
  for (const { 0: whole, 1: slash, 2: tag, 3: given = '', 4: single, index } of xml.matchAll(tokens)) {
    if (whole === '<') return null;
    if (tag === undefined) continue;
    const end = index + whole.length;
    const isFine = slash ? walk.close(tag, index, end) : walk.begin(tag, given, index, end, single === '/');
    if (!isFine || (tags += 1) > tagsMax) return null;
  }
  return walk.result();
};

/** The description that states the rights alone. */
const descriptionOf = (rights: Rights, { about, hasPrefix }: Found) => {
  const packet = xmpOf(rights);
  const described = packet.slice(packet.indexOf('<rdf:Description'), packet.indexOf('</rdf:RDF>'));
  const prefix = hasPrefix ? '' : ` xmlns:rdf="${rdf}"`;
  return described.replace(' rdf:about=""', () => `${prefix} rdf:about="${about.replaceAll('"', '&quot;')}"`);
};

/** Without the space before its end that editors leave, to write into later. */
const withoutPadding = (after: string) => {
  const end = after.lastIndexOf('<?xpacket');
  return end < 0 ? after : after.slice(0, end).trimEnd() + after.slice(end);
};

const read = (own: Buffer | null): { readonly text: string; readonly found: Found } | null => {
  const text = own?.toString('utf8') ?? '';
  const found = own && !text.includes('\ufffd') ? find(text) : null;
  return found && { text, found };
};

/** The packet up to the place for a further description, and what follows, without the rights that it states. */
const split = (text: string, { removed, end }: Found) => {
  let before = '';
  let at = 0;
  for (const range of removed.toSorted((one, other) => one.start - other.start)) {
    before += text.slice(at, range.start);
    at = range.end;
  }
  return { before: before + text.slice(at, end), after: text.slice(end) };
};

/** The file's own XMP without the rights that it states. */
export const withoutRights = (own: Buffer | null): Buffer => {
  const parsed = read(own);
  if (!parsed) return own ?? Buffer.alloc(0);
  const { before, after } = split(parsed.text, parsed.found);
  return Buffer.from(before + after);
};

/**
 * Returns the file's own XMP with these rights in place of those that it states, and with everything else as it is: what
 * displays need for its high range or its sphere, an editor's settings, captions. If there is none, or it can't be read,
 * the rights stand alone.
 * @param bytesMax how many bytes there is space for
 * @returns null if it can't say both
 */
export const mergedXmp = (own: Buffer | null, rights: Rights, bytesMax = Infinity): Buffer | null => {
  const parsed = read(own);
  if (!parsed) return Buffer.from(xmpOf(rights));
  const { before, after } = split(parsed.text, parsed.found);
  const described = before + descriptionOf(rights, parsed.found);
  const whole = Buffer.from(described + after);
  if (whole.length <= bytesMax) return whole;
  const shorter = Buffer.from(described + withoutPadding(after));
  return shorter.length <= bytesMax ? shorter : null;
};
