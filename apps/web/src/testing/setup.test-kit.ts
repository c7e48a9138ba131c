import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, getConfig } from '@testing-library/react';
import { liveServer } from './live-server.test-kit.ts';
import { server } from './server.test-kit.ts';

vi.mock('socket.io-client', () => import('./live-server.test-kit.ts'));

/** Every test begins at this moment, and its time passes only as it waits. */
const nowMs = Date.UTC(2026, 10, 28, 12);
// Modules are loaded at that moment, too.
vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
/** How much of a test's time an expected change may take. */
const waitMaxMs = 2_000;

// Testing Library advances fake timers if they are those of a global with this name.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });
const before = getConfig();
let advanced: Promise<void> = Promise.resolve();
configure({
  asyncUtilTimeout: waitMaxMs,
  // What doesn't wait for a timer, such as an import, must not use up the time.
  unstable_advanceTimersWrapper: (advance) => {
    const acted = act(async () => {
      await advance();
      await vi.dynamicImportSettled();
    });
    // React's own promise may only be awaited once.
    advanced = Promise.resolve(acted);
    return advanced;
  },
  // A failed wait rejects while the time still advances; the next `act` must not overlap with that one.
  asyncWrapper: (wait: () => Promise<unknown>) =>
    before.asyncWrapper(async () => {
      try {
        return await wait();
      } finally {
        await advanced;
      }
    }),
});

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
  globalThis.fetch = server.fetch;
});
afterEach(() => {
  cleanup();
  server.reset();
  liveServer.reset();
  vi.useRealTimers();
});

/** jsdom has no layout, so nothing is ever resized or scrolled into view. */
class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
globalThis.ResizeObserver ??= FakeObserver;
globalThis.IntersectionObserver ??= FakeObserver as unknown as typeof IntersectionObserver;
const provide = (target: object, name: string, value: unknown) => {
  if (!Reflect.get(target, name)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
};
// jsdom's window is 1,024 pixels wide.
provide(window, 'matchMedia', (media: string) => ({
  matches: media === '(min-width: 64em)',
  media,
  addEventListener() {},
  removeEventListener() {},
}));
provide(Element.prototype, 'scrollTo', () => {});
// jsdom's own only complains.
window.scrollTo = () => {};
provide(Element.prototype, 'scrollIntoView', () => {});

// jsdom reports CSS animation names but never fires animationend, so a closing dialog would wait forever.
const noAnimations = document.createElement('style');
noAnimations.textContent = '*,*::before,*::after{animation:none !important;transition:none !important}';
document.head.append(noAnimations);
