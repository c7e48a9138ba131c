import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { searchFor } from '../search-bytes.ts';

const pageBytes = 4_096;
const pagemapEntryBytes = 8;
/** Bits in the last byte of a page's entry: the page is in memory, or swapped out. */
const heldBits = 0xc0;
/** Size of one read; a match may span two of them. */
const readingBytesMax = 32 * 1024 * 1024;
const rangePattern = /^([\da-f]+)-([\da-f]+) r\S+ \S+ \S+ \d+ *(.*)$/;

/** Why the memory of another process can't be read here; null if it can. */
export const missingMemory = (): string | null =>
  existsSync('/proc/self/pagemap') ? null : 'this machine shows no /proc/<pid>/mem';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The private memory of a process; mapped files, including its programs, are on the disk anyway. */
const rangesOf = (pid: number): readonly Range[] =>
  readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = '', name = ''] = rangePattern.exec(line) ?? [];
      if (from === '' || name.startsWith('/') || name.startsWith('[v')) return [];
      return [{ from: parseInt(from, 16), to: parseInt(to, 16) }];
    });

/** The parts of the reserved memory that were ever written to. */
const writtenOf = (pagemap: number, { from, to }: Range): readonly Range[] => {
  const entries = Buffer.alloc(((to - from) / pageBytes) * pagemapEntryBytes);
  readSync(pagemap, entries, 0, entries.length, (from / pageBytes) * pagemapEntryBytes);
  const written: { from: number; to: number }[] = [];
  for (let at = from; at < to; at += pageBytes) {
    const flags = entries[((at - from) / pageBytes) * pagemapEntryBytes + pagemapEntryBytes - 1] ?? 0;
    if ((flags & heldBits) === 0) continue;
    const last = written.at(-1);
    if (last?.to === at) last.to = at + pageBytes;
    else written.push({ from: at, to: at + pageBytes });
  }
  return written;
};

/**
 * Stops the process meanwhile, so that nothing moves from a part that is still to be read to one that was already read.
 */
const standingStill = <Answer>(pid: number, read: () => Answer): Answer => {
  process.kill(pid, 'SIGSTOP');
  try {
    return read();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};

/**
 * How often each text occurs in the memory of a process, which is what a core dump would contain: heap, stacks, buffers
 * and freed memory. The process must be a child of this one.
 */
export const countsInMemory = (pid: number, texts: readonly Buffer[]): readonly number[] =>
  standingStill(pid, () => {
    const [memory, pagemap] = [openSync(`/proc/${pid}/mem`, 'r'), openSync(`/proc/${pid}/pagemap`, 'r')];
    const overlap = Math.max(...texts.map(({ length }) => length)) - 1;
    const search = searchFor(texts);
    const counts = texts.map(() => 0);
    try {
      for (const { from, to } of rangesOf(pid).flatMap((range) => writtenOf(pagemap, range))) {
        for (let at = from; at < to; at += readingBytesMax) {
          const bytes = Buffer.alloc(Math.min(readingBytesMax + overlap, to - at));
          readSync(memory, bytes, 0, bytes.length, at);
          for (const [index, count] of search(bytes).entries()) counts[index]! += count;
        }
      }
      return counts;
    } finally {
      closeSync(memory);
      closeSync(pagemap);
    }
  });
