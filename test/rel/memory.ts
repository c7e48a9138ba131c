import { memoryOfWork } from '../bench/memory.bench.ts';
import type { MemoryWork } from '../bench/memory.bench.ts';
import type { Mode, Part, PartResult } from './part.ts';

/** Memory that the start needed is given back within this time. */
const shortRestMs = 40_000;
const scales: Readonly<Record<Mode, Omit<MemoryWork, 'log'>>> = {
  short: { pictures: 1, restMs: shortRestMs, minutesOfSales: 0.04 },
  default: { pictures: 50, restMs: 60_000, minutesOfSales: 5 },
  full: { pictures: 50, restMs: 60_000, minutesOfSales: 60 },
};

/** In MB, for the service without the processes that decode. */
const mostIdle = 200;
const mostAfterPictures = 300;
const mostDuringSales = 400;
/** In the second half of an hour, for what holds the pages of the log and the views. */
const mostRise = 40;

export const part: Part = {
  id: 'h',
  title: 'memory: idle, after pictures, and under ten sales a second',

  run: async ({ mode, log, minutes }): Promise<PartResult> => {
    if (process.platform !== 'linux') {
      return { passed: false, skipped: 'memory is read from /proc', figures: {}, problems: [] };
    }
    const scale = { ...scales[mode], ...(minutes && { minutesOfSales: minutes }) };
    const { idle, afterPictures, peak, sold, perSecond, most, end, risePerMinute } = await memoryOfWork({
      ...scale,
      log,
    });
    const rise = (risePerMinute * scale.minutesOfSales) / 2;
    const above = (what: string, is: number, allowed: number) =>
      is < allowed ? [] : [`${what}: ${Math.round(is)} MB, and ${allowed} are allowed`];
    const problems = [
      ...above('idle', idle, mostIdle),
      ...above('a minute after pictures', afterPictures, mostAfterPictures),
      ...above('during sales', most, mostDuringSales),
      ...above('rise in the second half of the sales', rise, mostRise),
    ];
    return {
      passed: problems.length === 0,
      figures: {
        'idle (MB)': idle,
        'pictures prepared': scale.pictures,
        'at rest after them (MB)': afterPictures,
        'at most, with the process that decodes (MB)': peak,
        'minutes of sales': scale.minutesOfSales,
        sales: sold,
        'sales a second': Math.round(perSecond * 10) / 10,
        'during sales, at most (MB)': most,
        'at their end (MB)': end,
        'rise in their second half (MB)': Math.round(rise),
      },
      problems,
    };
  },
};
