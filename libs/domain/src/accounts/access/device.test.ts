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

test('an unknown device has no known parts', () => {
  expect(unknownDevice).toEqual({ browser: null, system: null, network: null });
});
