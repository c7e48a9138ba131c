import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { system } from '../theme/system.ts';
import { Toasts, toast } from './toast.tsx';

const shownMs = 4_000;
/** What a toast needs to go; time is looked at with each picture that the screen draws. */
const leavingMs = 160 + 4 * 16;

const region = () => screen.getByRole('region', { name: 'Notifications' });
const visible = () =>
  within(region())
    .queryAllByText(/^Message/)
    .map((message) => message.textContent)
    .toReversed();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const told = async (tell: () => void) => {
  await act(async () => tell());
  // What shows them is loaded with the first one.
  await act(() => vi.dynamicImportSettled());
};
const say = (...names: readonly string[]) =>
  told(() => {
    for (const name of names) toast.info(`Message ${name}`);
  });

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ChakraProvider value={system}>
      <Toasts />
      <button type="button">Elsewhere</button>
    </ChakraProvider>,
  );
});

afterEach(async () => {
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss);
  await pass(6 * (shownMs + leavingMs));
  vi.useRealTimers();
});

test('[TOAST-02] a toast closes by itself after 4000 ms', async () => {
  await say('a');
  await pass(shownMs - 1);
  expect(visible()).toEqual(['Message a']);
  await pass(1 + leavingMs);
  expect(visible()).toEqual([]);
});

test('[TOAST-03] three toasts are seen at most; the next one comes when one has gone, and has its own time', async () => {
  await say('a', 'b', 'c');
  await pass(1_000);
  await say('d');
  expect(visible()).toEqual(['Message a', 'Message b', 'Message c']);
  await pass(shownMs - 1_000 + leavingMs);
  expect(visible()).toEqual(['Message d']);
  await pass(shownMs - 1);
  expect(visible()).toEqual(['Message d']);
});

test('[TOAST-04] five toasts are held at most: a sixth one takes the place of the oldest', async () => {
  await say('a', 'b', 'c', 'd', 'e', 'f');
  expect(visible()).toEqual(['Message b', 'Message c', 'Message d']);
  await pass(shownMs + leavingMs);
  expect(visible()).toEqual(['Message e', 'Message f']);
  await pass(shownMs + leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast waits while it is pointed at, and goes on with what was left of its time', async () => {
  await say('a');
  await pass(3_000);
  fireEvent.mouseEnter(region());
  await pass(60_000);
  expect(visible()).toEqual(['Message a']);
  fireEvent.mouseLeave(region());
  await pass(999);
  expect(visible()).toEqual(['Message a']);
  await pass(1 + leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast waits while the keyboard is in it, and its dismissal leads back to where the keyboard was', async () => {
  await say('a');
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  act(() => elsewhere.focus());
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  await pass(60_000);
  expect(visible()).toEqual(['Message a']);
  await act(async () => fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' }));
  expect(elsewhere).toHaveFocus();
  await pass(leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast waits while nobody sees the page', async () => {
  await say('a');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  await pass(60_000);
  expect(visible()).toEqual(['Message a']);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  await pass(shownMs + leavingMs);
  expect(visible()).toEqual([]);
});

const drag = (from: number, to: number) => {
  const message = screen.getByText('Message a');
  fireEvent.pointerDown(message, { pointerId: 1, clientX: from });
  fireEvent.pointerMove(message, { pointerId: 1, clientX: to });
  fireEvent.pointerUp(message, { pointerId: 1, clientX: to });
};

test('[TOAST-07] a toast drawn 45 px aside goes, to either side; drawn less it comes back', async () => {
  await say('a');
  drag(100, 144);
  await pass(leavingMs);
  expect(visible()).toEqual(['Message a']);
  drag(100, 55);
  await pass(leavingMs);
  expect(visible()).toEqual([]);
});

test('[FIX-12] each kind of toast has a sign of its own', async () => {
  await told(() => {
    toast.warning('Message w');
    toast.info('Message i');
    toast.error('Message e');
  });
  expect(visible()).toEqual(['Message w', 'Message i', 'Message e']);
  const signs = within(region())
    .getAllByRole('status')
    .map((shown) => shown.querySelector('svg')?.innerHTML);
  expect(new Set(signs).size).toBe(3);
});
