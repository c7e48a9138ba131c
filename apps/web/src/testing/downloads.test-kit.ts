let saved: string[] = [];

/** What the browser was told to save since the test began: a file's name or, without one, its address. */
export const downloads = (): readonly string[] => saved;

beforeEach(() => {
  saved = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} });
  // jsdom can't save a file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download || this.href);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});
