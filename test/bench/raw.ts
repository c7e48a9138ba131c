import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A quantile of numbers in ascending order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const rateOf = (latenciesMs: number[], elapsedMs: number): Rate => {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const perSecond = (latenciesMs.length / elapsedMs) * 1000;
  return { perSecond, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
};

/** What the disk allows: one record after another into a plain file, each synced before the next. */
export const rawAppends = (directory: string, records: number, recordBytes: number): Rate => {
  const file = join(directory, 'raw');
  const record = Buffer.alloc(recordBytes, 'x');
  const descriptor = openSync(file, 'w');
  const latenciesMs: number[] = [];
  const begun = performance.now();
  for (let index = 0; index < records; index += 1) {
    const started = performance.now();
    writeSync(descriptor, record);
    fdatasyncSync(descriptor);
    latenciesMs.push(performance.now() - started);
  }
  const rate = rateOf(latenciesMs, performance.now() - begun);
  closeSync(descriptor);
  rmSync(file);
  return rate;
};
