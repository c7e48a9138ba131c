import { transferRate } from './transfer-rate.ts';

it('the rate is known after a few seconds, covers the last few, and starts over after an interruption', () => {
  const rate = transferRate();
  expect(rate.at(0, 0)).toBeNull();
  expect(rate.at(2_000, 2_000)).toBeNull();
  expect(rate.at(4_000, 4_000)).toBe(1_000);
  expect(rate.at(14_000, 4_000)).toBeNull();
  expect(rate.at(18_000, 12_000)).toBe(2_000);
  rate.restart();
  expect(rate.at(19_000, 12_500)).toBeNull();
});
