import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import type { InlineConfig, Plugin, Rolldown } from 'vite';

/**
 * Before the first view of a page. Each file is a way to the server and back, of which browsers go six at a time; and
 * many small ones are packed less well than few. Where somebody is signed in, one more comes: the client of the accounts
 * service.
 */
const filesMax = 13;
/** All that a page comes with beside that client, packed; of what goes beyond it each byte counts as many. */
const packedMaxBytes = 182_000;
const weightBeyond = 30;
/** What is loaded upon a page, such as a dialog, is loaded while the page can be read. */
const weightOfOthers = 0.25;

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** What comes first, whichever page is asked for: others' code, which seldom changes, and what frames all pages. */
const frame = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2_000 },
  { name: 'frame', tags: ['$initial' as const], priority: 1_999 },
];

/** Modules that stand in one file, and are needed by several entries, but not by all. */
interface Part {
  readonly modules: string[];
  /** Packed. */
  bytes: number;
  /** The parts that it imports, those that they import, and so on. */
  readonly needs: Set<Part>;
  /** The entries (what is loaded by itself: a page, a dialog) that come with it. */
  readonly users: Set<string>;
}

const packedBytes = (code: string) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The files that come with one, itself among them. */
const withImports = (file: string, chunks: Chunks, seen = new Set<string>()): ReadonlySet<string> => {
  const chunk = chunks.get(file);
  if (!chunk || seen.has(file)) return seen;
  seen.add(file);
  for (const imported of chunk.imports) withImports(imported, chunks, seen);
  return seen;
};

/** As the bundler shares code of its own: a part for every set of entries that have some in common. */
const partsOf = (chunks: Chunks) => {
  const comesWith = new Map([...chunks.keys()].map((file) => [file, withImports(file, chunks)]));
  const all = [...chunks.values()];
  const first = new Set(all.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...comesWith.get(fileName)!]));
  const entries = all.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ fileName }) => fileName);
  const parts = new Map<string, Part>();
  for (const { fileName, moduleIds, code } of all) {
    if (first.has(fileName) || entries.includes(fileName)) continue;
    const users = entries.filter((entry) => comesWith.get(entry)!.has(fileName));
    parts.set(fileName, {
      modules: [...moduleIds],
      bytes: packedBytes(code),
      needs: new Set(),
      users: new Set(users),
    });
  }
  for (const [file, { needs }] of parts)
    for (const other of comesWith.get(file)!) if (other !== file && parts.has(other)) needs.add(parts.get(other)!);
  const beside = entries.map((entry) => {
    const others = [...comesWith.get(entry)!].filter((file) => !first.has(file) && !parts.has(file));
    const files = [...first, ...others];
    return [
      entry,
      {
        isPage: /[.]page[.]tsx$/.test(chunks.get(entry)!.facadeModuleId ?? ''),
        files: files.length,
        bytes: sumOf(files.map((file) => packedBytes(chunks.get(file)!.code))),
      },
    ] as const;
  });
  return { parts: new Set(parts.values()), beside: new Map(beside) };
};

/** Two parts that need each other by way of a third would go round in a circle. */
const canJoin = (a: Part, b: Part) =>
  ![...a.needs].some((needed) => needed.needs.has(b)) && ![...b.needs].some((needed) => needed.needs.has(a));

interface Load {
  readonly isPage: boolean;
  readonly files: number;
  readonly bytes: number;
}

/**
 * What it costs to put two parts into one file: bytes that entries get without need, for each file that a page with too
 * many is spared.
 */
const costOf = (a: Part, b: Part, loads: ReadonlyMap<string, Load>): number => {
  const isCrowded = (entry: string) => loads.get(entry)!.files > filesMax;
  let spared = [...a.users].filter((user) => b.users.has(user) && isCrowded(user)).length;
  if (spared === 0) return Infinity;
  const added = new Map<string, number>();
  const give = (part: Part, users: ReadonlySet<string>) => {
    const others = [...users].filter((user) => !part.users.has(user));
    for (const user of others) added.set(user, (added.get(user) ?? 0) + part.bytes);
    return others;
  };
  give(a, b.users);
  give(b, a.users);
  for (const [part, other] of [[a, b] as const, [b, a] as const])
    for (const needed of part.needs) if (needed !== other) spared -= give(needed, other.users).filter(isCrowded).length;
  if (spared <= 0) return Infinity;
  const costs = [...added].map(([user, bytes]) => {
    const load = loads.get(user)!;
    if (!load.isPage) return bytes * weightOfOthers;
    const beyond = load.bytes + bytes - Math.max(load.bytes, packedMaxBytes);
    return bytes + Math.max(0, beyond) * weightBeyond;
  });
  return sumOf(costs) / spared;
};

const join = (parts: Set<Part>, a: Part, b: Part) => {
  parts.delete(b);
  a.modules.push(...b.modules);
  a.bytes += b.bytes;
  for (const user of b.users) a.users.add(user);
  for (const needed of b.needs) a.needs.add(needed);
  a.needs.delete(a);
  a.needs.delete(b);
  for (const needed of a.needs) for (const user of a.users) needed.users.add(user);
  for (const part of parts) {
    if (part === a || !(part.needs.has(a) || part.needs.has(b))) continue;
    part.needs.delete(b);
    part.needs.add(a);
    for (const needed of a.needs) part.needs.add(needed);
  }
};

/** Joins the parts that cost least, until no entry comes with too many files. */
const joinParts = (parts: Set<Part>, beside: ReadonlyMap<string, Load>) => {
  const loadOf = ([entry, { isPage, ...load }]: readonly [string, Load]) => {
    const own = [...parts].filter(({ users }) => users.has(entry));
    const bytes = load.bytes + sumOf(own.map((part) => part.bytes));
    // What is opened upon a page is no page's first view.
    return [entry, { isPage, files: isPage ? load.files + own.length : 0, bytes }] as const;
  };
  for (;;) {
    const loads = new Map([...beside].map(loadOf));
    let best: { readonly a: Part; readonly b: Part; readonly cost: number } | undefined;
    const listed = [...parts];
    for (const [index, a] of listed.entries())
      for (const b of listed.slice(index + 1)) {
        const cost = costOf(a, b, loads);
        if (cost < (best?.cost ?? Infinity) && canJoin(a, b)) best = { a, b, cost };
      }
    if (!best) return;
    join(parts, best.a, best.b);
  }
};

const splittingFor = async (config: InlineConfig) => {
  const output = { codeSplitting: { groups: frame } };
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { ...config.build?.rolldownOptions, output } },
  });
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const { parts, beside } = partsOf(chunks);
  joinParts(parts, beside);
  // What others need is taken first, so that none takes it along.
  const ordered = [...parts].sort((a, b) => a.needs.size - b.needs.size);
  const groups = ordered.map(({ modules }, index) => {
    const own = new Set(modules);
    return {
      name: `shared-${index}`,
      test: (id: string) => own.has(id),
      priority: frame.length + parts.size - index,
      // What a module imports for code that was left out as unused isn't taken along.
      includeDependenciesRecursively: false,
    };
  });
  return { groups: [...frame, ...groups] };
};

/**
 * Shares code among pages so that each of them comes with few files, and with little that it doesn't need. It builds
 * once to learn what the bundler would share.
 * @param config what of the configuration decides which modules there are
 */
export const fewFiles = (config: InlineConfig): Plugin => ({
  name: 'few-files',
  apply: 'build',
  config: async () => ({ build: { rolldownOptions: { output: { codeSplitting: await splittingFor(config) } } } }),
});
