import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copyLog, cutTo, flipBit, manyEvents, openBroken, writeLog } from '../support/doubles/broken-log.ts';
import type { Found, WrittenLog } from '../support/doubles/broken-log.ts';
import type { Mode, Part, PartOptions } from './part.ts';

const flips: Record<Mode, number> = { short: 100, default: 1_000, full: 10_000 };
/** The tail is cut at steps of this many bytes, and at every byte near the start and the end of a frame. */
const cutEveryBytes: Record<Mode, number> = { short: 4_096, default: 64, full: 1 };
/** The tail is the same behind a short log, and each cut takes less time to try. */
const fewEvents = 60;
const cutsOfFile: Record<Mode, number> = { short: 20, default: 100, full: 1_000 };
const pageBytes = 16_384;
const walHeaderBytes = 32;
const frameBytes = pageBytes + 24;
/** The part of a page with its header and its cell pointers: a flipped bit here does the most damage. */
const delicateBytes = 256;
const logEvery = 500;

interface Tally {
  readonly problems: string[];
  readonly counts: Record<string, number>;
}

const count = ({ counts }: Tally, what: string) => (counts[what] = (counts[what] ?? 0) + 1);

const tried = async (what: string, file: string, tally: Tally, judge: (found: Found) => string | null) => {
  try {
    const problem = judge(await openBroken(file));
    if (problem !== null) tally.problems.push(`${what}: ${problem}`);
  } catch (error) {
    tally.problems.push(`${what}: neither named nor sound: ${(error as Error).message}`);
  }
};

const flipInFile = async (log: WrittenLog, copy: string, tally: Tally) => {
  copyLog(log.closed, copy);
  const { size } = statSync(copy);
  const page = randomInt(size / pageBytes);
  const byte = randomInt(2) === 0 ? randomInt(size) : page * pageBytes + randomInt(delicateBytes);
  const bit = randomInt(8);
  flipBit(copy, byte, bit);
  await tried(`bit ${bit} of byte ${byte} flipped`, copy, tally, (found) => {
    if ('damage' in found) {
      count(tally, /position \d/.test(found.damage) ? 'flips_named_by_position' : 'flips_named_by_structure');
      return null;
    }
    count(tally, 'flips_without_meaning');
    return isDeepStrictEqual(found.events, log.closedEvents) ? null : 'silent damage';
  });
};

const flipInTail = async (log: WrittenLog, copy: string, tally: Tally) => {
  copyLog(log.killed, copy);
  const frames = (log.tail.at(-1)!.walBytes - walHeaderBytes) / frameBytes;
  const frame = randomInt(-1, frames);
  const byte =
    frame === -1
      ? randomInt(walHeaderBytes)
      : walHeaderBytes + frame * frameBytes + randomInt(randomInt(2) === 0 ? 24 : frameBytes);
  const bit = randomInt(8);
  flipBit(`${copy}-wal`, byte, bit);
  const before = log.tail.at(-2)!;
  await tried(`bit ${bit} of byte ${byte} of the write-ahead log flipped`, copy, tally, (found) => {
    if ('damage' in found) {
      count(tally, 'tail_flips_named');
      return null;
    }
    if (isDeepStrictEqual(found.events, log.killedEvents)) {
      count(tally, 'tail_flips_without_meaning');
      return null;
    }
    // Nothing distinguishes a damaged last transaction from a torn one.
    count(tally, 'tail_flips_taken_for_a_torn_last_transaction');
    const isLast = byte >= before.walBytes;
    const isPrefix = isDeepStrictEqual(found.events, log.killedEvents.slice(0, before.events));
    return isLast && isPrefix ? null : 'silent damage';
  });
};

const offsetsOf = (walBytes: number, every: number) => {
  const offsets = [];
  for (let offset = 0; offset <= walBytes; offset += 1) {
    const inFrame = (offset - walHeaderBytes) % frameBytes;
    const nearEdge = offset <= walHeaderBytes || inFrame <= 24 || inFrame === frameBytes - 1;
    if (nearEdge || offset % every === 0) offsets.push(offset);
  }
  return offsets;
};

/** Exactly the transactions that were stored completely must be left. */
const cutTail = async (log: WrittenLog, copy: string, tally: Tally, mode: Mode, onCut: () => void) => {
  const whole = [{ walBytes: 0, events: log.closedEvents.length }, ...log.tail];
  for (const offset of offsetsOf(log.tail.at(-1)!.walBytes, cutEveryBytes[mode])) {
    copyLog(log.killed, copy);
    cutTo(`${copy}-wal`, offset);
    const { events } = whole.findLast(({ walBytes }) => walBytes <= offset)!;
    await tried(`tail cut at byte ${offset}`, copy, tally, (found) => {
      if ('damage' in found) return `not recovered: ${found.damage}`;
      return isDeepStrictEqual(found.events, log.killedEvents.slice(0, events)) ? null : 'not the whole transactions';
    });
    count(tally, 'tail_cuts');
    onCut();
  }
};

const cutFile = async (log: WrittenLog, copy: string, tally: Tally, mode: Mode) => {
  const { size } = statSync(log.closed);
  const offsets = [
    0,
    1,
    100,
    size - 1,
    size - pageBytes,
    ...Array.from({ length: cutsOfFile[mode] }, () => randomInt(size)),
  ];
  for (const offset of offsets) {
    copyLog(log.closed, copy);
    cutTo(copy, offset);
    await tried(`file cut at byte ${offset} of ${size}`, copy, tally, (found) =>
      'damage' in found || isDeepStrictEqual(found.events, log.closedEvents) ? null : 'silent loss',
    );
    count(tally, 'file_cuts');
  }
};

const breakAll = async (directory: string, { mode, log }: PartOptions, tally: Tally) => {
  const written = await writeLog(directory, manyEvents);
  const copy = join(directory, 'broken.db');
  const { size } = statSync(written.closed);
  log(`a log of ${written.closedEvents.length} events, ${size} bytes; ${written.tail.at(-1)!.walBytes} bytes of tail`);
  for (let flip = 1; flip <= flips[mode]; flip += 1) {
    await (flip % 4 === 0 ? flipInTail : flipInFile)(written, copy, tally);
    if (flip % logEvery === 0) log(`${flip} bits flipped`);
  }
  await cutFile(written, copy, tally, mode);
  await cutTail(await writeLog(directory, fewEvents), copy, tally, mode, () => {
    if ((tally.counts['tail_cuts'] ?? 0) % (logEvery * 10) === 0) log(`${tally.counts['tail_cuts']} cuts of the tail`);
  });
};

export const part: Part = {
  id: 'd',
  title: 'a damaged log is named, a torn tail recovers',
  async run(options) {
    const tally: Tally = { problems: [], counts: { bit_flips: flips[options.mode] } };
    const directory = mkdtempSync(join(tmpdir(), 'tessera-damage-'));
    try {
      await breakAll(directory, options, tally);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    return { passed: tally.problems.length === 0, figures: tally.counts, problems: tally.problems };
  },
};
