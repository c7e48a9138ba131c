import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import { expect, test } from 'vitest';
import { failureStatuses, statusOf } from './statuses.ts';

declare global {
  interface ImportMeta {
    /** Vite's function that imports all files that match the patterns. */
    glob(patterns: readonly string[], options: { eager: true }): Record<string, Record<string, unknown>>;
  }
}
const modules = Object.values(
  import.meta.glob(['../../../domain/src/**/*.ts', '!../../../domain/src/**/*.test.ts'], { eager: true }),
);

/** The refusal that an export makes without arguments, if it makes one. */
const madeBy = (entry: unknown): readonly Failure[] => {
  if (typeof entry !== 'function' || entry.length > 0 || String(entry).startsWith('class')) return [];
  const made = (entry as () => unknown)();
  return isFailure(made) ? [made] : [];
};

/** Codes of the service that the domain doesn't know. */
const serviceCodes = ['replay_under_way'];

test('every refusal of the domain has a status, and every status belongs to a refusal', () => {
  const codes = modules.flatMap((file) => Object.values(file)).flatMap(madeBy);
  expect(codes.map(({ failure }) => failure).sort()).toEqual(
    Object.keys(failureStatuses)
      .filter((code) => !serviceCodes.includes(code))
      .sort(),
  );
});

test('a refusal without a status throws an error that names it', () => {
  expect(statusOf({ failure: 'not_found' })).toBe(404);
  for (const failure of ['unheard_of', 'toString']) expect(() => statusOf({ failure })).toThrow(failure);
});
