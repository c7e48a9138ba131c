import { manyLines, oneLine } from '@tessera/domain/kernel/text';
import { bestOfThree, msOf } from '../support/best-of-three.ts';

const length = 256 * 1_024;
const longMaxMs = 1_000;

it('[SEC-13] texts as long as a request may be are normalized quickly', async () => {
  for (const text of [' '.repeat(length), `${' '.repeat(length)}x`, '\0 '.repeat(length / 2), '\r'.repeat(length)]) {
    const normalize = async () => [oneLine(text), manyLines(text)];
    expect(await bestOfThree(() => msOf(normalize), longMaxMs)).toBeLessThan(longMaxMs);
  }
});
