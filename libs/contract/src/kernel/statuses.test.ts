import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import { expect, test } from 'vitest';
import { failureStatuses, statusOf } from './statuses.ts';

declare global {
  interface ImportMeta {
    /** Vite's own, which imports what the patterns name. */
    glob(patterns: readonly string[], options: { eager: true }): Record<string, Record<string, unknown>>;
  }
}
const modules = Object.values(
  import.meta.glob(['../../../domain/src/**/*.ts', '!../../../domain/src/**/*.test.ts'], { eager: true }),
);

/** What asks for nothing and makes a refusal. */
const madeBy = (entry: unknown): readonly Failure[] => {
  if (typeof entry !== 'function' || entry.length > 0 || String(entry).startsWith('class')) return [];
  const made = (entry as () => unknown)();
  return isFailure(made) ? [made] : [];
};

/** The service's own, which the domain does not know. */
const ofTheService = ['replay_under_way'];

test('every refusal of the domain has a status, and every status a refusal', () => {
  const codes = modules.flatMap((file) => Object.values(file)).flatMap(madeBy);
  expect(codes.map(({ failure }) => failure).sort()).toEqual(
    Object.keys(failureStatuses)
      .filter((code) => !ofTheService.includes(code))
      .sort(),
  );
});

test('a refusal without a status is a bug that names it', () => {
  expect(statusOf({ failure: 'not_found' })).toBe(404);
  for (const failure of ['unheard_of', 'toString']) expect(() => statusOf({ failure })).toThrow(failure);
});
