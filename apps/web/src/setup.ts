import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';

/** Beside the API's tests the machine takes longer than a second to show what a test waits for. */
const patienceMs = 30_000;
configure({ asyncUtilTimeout: patienceMs });
const { waitFor } = vi;
vi.waitFor = (look, options = patienceMs) => waitFor(look, options);

afterEach(cleanup);

/** jsdom has no layout: nothing is ever resized or scrolled into view. */
class NothingObserved {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
globalThis.ResizeObserver ??= NothingObserved;
globalThis.IntersectionObserver ??= NothingObserved as unknown as typeof IntersectionObserver;
const provide = (target: object, name: string, value: unknown) => {
  if (!Reflect.get(target, name)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
};
provide(window, 'matchMedia', (media: string) => ({
  matches: false,
  media,
  addEventListener() {},
  removeEventListener() {},
}));
provide(Element.prototype, 'scrollTo', () => {});
provide(Element.prototype, 'scrollIntoView', () => {});

// jsdom reports CSS animation names but never fires animationend, so a closing dialog would wait for ever.
const still = document.createElement('style');
still.textContent = '*,*::before,*::after{animation:none !important;transition:none !important}';
document.head.append(still);
