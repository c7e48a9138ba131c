import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';

/** When the API's tests run at the same time, rendering can take longer than the default of one second. */
const waitMaxMs = 30_000;
configure({ asyncUtilTimeout: waitMaxMs });
const { waitFor } = vi;
vi.waitFor = (check, options = waitMaxMs) => waitFor(check, options);

afterEach(cleanup);

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
provide(Element.prototype, 'scrollIntoView', () => {});

// jsdom reports CSS animation names but never fires animationend, so a closing dialog would wait forever.
const noAnimations = document.createElement('style');
noAnimations.textContent = '*,*::before,*::after{animation:none !important;transition:none !important}';
document.head.append(noAnimations);
