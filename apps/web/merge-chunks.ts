import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import type { InlineConfig, Plugin, Rolldown } from 'vite';

/**
 * The most files that a page may load before its first view. Each file is a request, of which browsers send six at a
 * time, and many small files compress less well than few large ones. Signed-in users load one more: the live
 * connection.
 */
const filesMax = 14;
/** The compressed size that a page's files should not exceed; each byte beyond costs 30 times as much. */
const pageMaxBytes = 195_000;
const excessWeight = 30;
/** Code that opens over a page, such as a dialog, weighs less, as it loads while the page can already be read. */
const overlayWeight = 0.25;

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Loaded first on every page: the libraries, which seldom change, and the frame around all pages. */
const baseGroups = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2_000 },
  { name: 'frame', tags: ['$initial' as const], priority: 1_999 },
];

/** A file of modules that several entries need, but not all of them. */
interface SharedChunk {
  readonly modules: string[];
  /** Compressed. */
  bytes: number;
  /** The shared chunks that it imports, directly or indirectly. */
  readonly needs: Set<SharedChunk>;
  /** The entries (anything that is loaded on its own, such as a page or a dialog) that import it. */
  readonly users: Set<string>;
}

const compressedBytes = (code: string) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** A file and all files that it imports, directly or indirectly. */
const withImports = (file: string, chunks: Chunks, seen = new Set<string>()): ReadonlySet<string> => {
  const chunk = chunks.get(file);
  if (!chunk || seen.has(file)) return seen;
  seen.add(file);
  for (const imported of chunk.imports) withImports(imported, chunks, seen);
  return seen;
};

/** The bundler's own shared chunks, one for each set of entries that share code, and what the entries load besides them. */
const sharedChunksOf = (chunks: Chunks) => {
  const filesFor = new Map([...chunks.keys()].map((file) => [file, withImports(file, chunks)]));
  const all = [...chunks.values()];
  const first = new Set(all.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesFor.get(fileName)!]));
  const entries = all.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ fileName }) => fileName);
  const sharedChunks = new Map<string, SharedChunk>();
  for (const { fileName, moduleIds, code } of all) {
    if (first.has(fileName) || entries.includes(fileName)) continue;
    const users = entries.filter((entry) => filesFor.get(entry)!.has(fileName));
    sharedChunks.set(fileName, {
      modules: [...moduleIds],
      bytes: compressedBytes(code),
      needs: new Set(),
      users: new Set(users),
    });
  }
  for (const [file, { needs }] of sharedChunks)
    for (const other of filesFor.get(file)!)
      if (other !== file && sharedChunks.has(other)) needs.add(sharedChunks.get(other)!);
  const ownLoads = entries.map((entry) => {
    const others = [...filesFor.get(entry)!].filter((file) => !first.has(file) && !sharedChunks.has(file));
    const files = [...first, ...others];
    return [
      entry,
      {
        isPage: /[.]page[.]tsx$/.test(chunks.get(entry)!.facadeModuleId ?? ''),
        files: files.length,
        bytes: sumOf(files.map((file) => compressedBytes(chunks.get(file)!.code))),
      },
    ] as const;
  });
  return { sharedChunks: new Set(sharedChunks.values()), ownLoads: new Map(ownLoads) };
};

/** Merging two chunks that depend on each other through a third one would create an import cycle. */
const canMerge = (a: SharedChunk, b: SharedChunk) =>
  ![...a.needs].some((needed) => needed.needs.has(b)) && ![...b.needs].some((needed) => needed.needs.has(a));

interface Load {
  readonly isPage: boolean;
  readonly files: number;
  readonly bytes: number;
}

/**
 * The cost of merging two chunks: the bytes that entries would load needlessly, per request that is saved on pages with
 * too many files.
 */
const costOf = (a: SharedChunk, b: SharedChunk, loads: ReadonlyMap<string, Load>): number => {
  const isCrowded = (entry: string) => loads.get(entry)!.files > filesMax;
  let savedRequests = [...a.users].filter((user) => b.users.has(user) && isCrowded(user)).length;
  if (savedRequests === 0) return Infinity;
  const added = new Map<string, number>();
  const give = (chunk: SharedChunk, users: ReadonlySet<string>) => {
    const others = [...users].filter((user) => !chunk.users.has(user));
    for (const user of others) added.set(user, (added.get(user) ?? 0) + chunk.bytes);
    return others;
  };
  give(a, b.users);
  give(b, a.users);
  for (const [chunk, other] of [[a, b] as const, [b, a] as const])
    for (const needed of chunk.needs)
      if (needed !== other) savedRequests -= give(needed, other.users).filter(isCrowded).length;
  if (savedRequests <= 0) return Infinity;
  const costs = [...added].map(([user, bytes]) => {
    const load = loads.get(user)!;
    if (!load.isPage) return bytes * overlayWeight;
    const beyond = load.bytes + bytes - Math.max(load.bytes, pageMaxBytes);
    return bytes + Math.max(0, beyond) * excessWeight;
  });
  return sumOf(costs) / savedRequests;
};

const merge = (sharedChunks: Set<SharedChunk>, a: SharedChunk, b: SharedChunk) => {
  sharedChunks.delete(b);
  a.modules.push(...b.modules);
  a.bytes += b.bytes;
  for (const user of b.users) a.users.add(user);
  for (const needed of b.needs) a.needs.add(needed);
  a.needs.delete(a);
  a.needs.delete(b);
  for (const needed of a.needs) for (const user of a.users) needed.users.add(user);
  for (const chunk of sharedChunks) {
    if (chunk === a || !(chunk.needs.has(a) || chunk.needs.has(b))) continue;
    chunk.needs.delete(b);
    chunk.needs.add(a);
    for (const needed of a.needs) chunk.needs.add(needed);
  }
};

/** Merges the cheapest pair of chunks again and again, until no page loads too many files. */
const reduceFiles = (sharedChunks: Set<SharedChunk>, ownLoads: ReadonlyMap<string, Load>) => {
  const loadOf = ([entry, { isPage, ...load }]: readonly [string, Load]) => {
    const own = [...sharedChunks].filter(({ users }) => users.has(entry));
    const bytes = load.bytes + sumOf(own.map((chunk) => chunk.bytes));
    // Dialogs and the like aren't part of a page's first view, so their files don't count.
    return [entry, { isPage, files: isPage ? load.files + own.length : 0, bytes }] as const;
  };
  for (;;) {
    const loads = new Map([...ownLoads].map(loadOf));
    let best: { readonly a: SharedChunk; readonly b: SharedChunk; readonly cost: number } | undefined;
    const listed = [...sharedChunks];
    for (const [index, a] of listed.entries())
      for (const b of listed.slice(index + 1)) {
        const cost = costOf(a, b, loads);
        if (cost < (best?.cost ?? Infinity) && canMerge(a, b)) best = { a, b, cost };
      }
    if (!best) return;
    merge(sharedChunks, best.a, best.b);
  }
};

const splittingFor = async (config: InlineConfig) => {
  const output = { codeSplitting: { groups: baseGroups } };
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { ...config.build?.rolldownOptions, output } },
  });
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const { sharedChunks, ownLoads } = sharedChunksOf(chunks);
  reduceFiles(sharedChunks, ownLoads);
  // Dependencies first, so that no other group claims their modules.
  const ordered = [...sharedChunks].sort((a, b) => a.needs.size - b.needs.size);
  const groups = ordered.map(({ modules }, index) => {
    const own = new Set(modules);
    return {
      name: `shared-${index}`,
      test: (id: string) => own.has(id),
      priority: baseGroups.length + sharedChunks.size - index,
      // Otherwise a group would include modules that are only imported by unused code.
      includeDependenciesRecursively: false,
    };
  });
  return { groups: [...baseGroups, ...groups] };
};

/**
 * Splits shared code so that each page loads few files, and little code that it doesn't need. It runs an extra build to
 * learn how the bundler would split the code.
 * @param config the parts of the configuration that determine which modules are built
 */
export const mergeChunks = (config: InlineConfig): Plugin => ({
  name: 'merge-chunks',
  apply: 'build',
  config: async () => ({ build: { rolldownOptions: { output: { codeSplitting: await splittingFor(config) } } } }),
});
