import { ChakraProvider } from '@chakra-ui/react';
import { act, cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { pass } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import { Figure } from './figure.tsx';

/** Runs each frame when told, with the time at which the screen began to draw it. */
const frames = () => {
  const waiting = new Map<number, FrameRequestCallback>();
  let requested = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting.set((requested += 1), callback);
    return requested;
  });
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => waiting.delete(handle));
  return (at: number) => {
    const due = [...waiting.values()];
    waiting.clear();
    act(() => due.forEach((callback) => callback(at)));
  };
};

afterEach(() => vi.unstubAllGlobals());

const frameMs = 16;
const sold = (value: number) => (
  <ChakraProvider value={system}>
    <Figure label="Sold" value={value} />
  </ChakraProvider>
);
/** What is painted right now, found in a way that costs little in each of many frames. */
const painted = () => {
  const figure = [...document.querySelectorAll('[role=group] [aria-hidden]')].at(-1);
  return Number(figure?.textContent.replace(',', ''));
};

/** The frame that shows a change first began `lateMs` before the change arrived. */
const change = fc.record({ to: fc.nat(5_000), frames: fc.nat(50), lateMs: fc.nat(40) });

test('[FIX-45] at any pace of changes, each painted frame lies between the figure before and after', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      const paint = frames();
      cleanup();
      const { rerender } = render(sold(0));
      for (const { to, frames: count, lateMs } of changes) {
        const before = painted();
        rerender(sold(to));
        for (let frame = 0; frame < count; frame += 1) {
          act(() => {
            vi.advanceTimersByTime(frameMs);
            paint(performance.now() - lateMs);
          });
          expect(painted()).toBeGreaterThanOrEqual(Math.min(before, to));
          expect(painted()).toBeLessThanOrEqual(Math.max(before, to));
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('[FIX-45][HOU-09] a figure that changes before every frame counts on, and arrives 600 ms after the last change', () => {
  const paint = frames();
  const { rerender } = render(sold(0));
  let before = 0;
  for (let change = 1; change <= 60; change += 1) {
    rerender(sold(change * 100));
    act(() => {
      vi.advanceTimersByTime(1_000 / 30);
      paint(performance.now());
    });
    if (change > 1) expect(painted()).toBeGreaterThan(before);
    before = painted();
    expect(before).toBeLessThan(change * 100);
  }
  act(() => {
    vi.advanceTimersByTime(600);
    paint(performance.now());
  });
  expect(painted()).toBe(6_000);
});

test('[HOU-09] a figure is announced with its label, once it has come to rest, and not when it is first shown', async () => {
  const { rerender } = render(sold(0));
  const announced = () => screen.getByRole('group', { name: 'Sold' }).querySelector('[aria-live]')?.textContent;
  await pass(1_000);
  expect(announced()).toBe('');
  for (let value = 1; value <= 60; value += 1) {
    rerender(sold(value));
    await pass(1_000 / 30);
    expect(announced()).toBe('');
  }
  await pass(600);
  expect(announced()).toBe('Sold: 60');
  rerender(sold(61));
  expect(announced()).toBe('Sold: 60');
  rerender(sold(60));
  await pass(1_000);
  expect(announced()).toBe('Sold: 60');
});
