import { expect, test } from 'vitest';
import { deviceName, unknownDevice } from './device.ts';

test.each([
  ['Chrome', 'macOS', 'Chrome on macOS'],
  ['Chrome', null, 'Chrome'],
  [null, 'macOS', 'macOS device'],
  [null, null, 'Unknown device'],
])('a device with the browser %s and the system %s is called “%s”', (browser, system, name) => {
  expect(deviceName({ browser, system, network: null })).toBe(name);
});

test('of an unknown device nothing is known', () => {
  expect(unknownDevice).toEqual({ browser: null, system: null, network: null });
});
