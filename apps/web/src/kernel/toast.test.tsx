import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { pass, settled } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';
import { Toasts, toast } from './toast.tsx';

const shownMs = 4_000;
/** How long a toast takes to disappear; timers are checked once per frame. */
const leavingMs = 160 + 4 * 16;

const region = () => screen.getByRole('region', { name: 'Notifications' });
const visible = () =>
  within(region())
    .queryAllByText(/^Message/)
    .map((message) => message.textContent)
    .toReversed();
const showing = async (show: () => void) => {
  await act(async () => show());
  // The first toast loads the toaster.
  await settled();
};
const say = (...names: readonly string[]) =>
  showing(() => {
    for (const name of names) toast.info(`Message ${name}`);
  });

beforeEach(() => {
  render(
    <ChakraProvider value={system}>
      <Toasts />
      <button type="button">Elsewhere</button>
      <button type="button">Beyond</button>
    </ChakraProvider>,
  );
});

afterEach(async () => {
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss);
  await pass(6 * (shownMs + leavingMs));
});

test('[FIX-44] a toast makes room for the field that has the focus, and returns when it has lost it', async () => {
  render(<input aria-label="Name" />);
  const field = screen.getByLabelText('Name');
  const box = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;
  field.getBoundingClientRect = box(40, 84);
  await say('a');
  const message = region().querySelector('[data-toast]')!;
  message.getBoundingClientRect = box(16, 96);
  act(() => field.focus());
  // Below the field, with a gap.
  expect(region().style.translate).toBe('0px 76px');
  message.getBoundingClientRect = box(92, 172);
  act(() => field.blur());
  expect(region().style.translate).toBe('0px');
});

test('[TOAST-02] a toast closes on its own after 4000 ms', async () => {
  await say('a');
  await pass(shownMs - 1);
  expect(visible()).toEqual(['Message a']);
  await pass(1 + leavingMs);
  expect(visible()).toEqual([]);
});

test('[TOAST-03] at most three toasts are shown; the next one appears when one has closed, and gets its full time', async () => {
  await say('a', 'b', 'c');
  await pass(1_000);
  await say('d');
  expect(visible()).toEqual(['Message a', 'Message b', 'Message c']);
  await pass(shownMs - 1_000 + leavingMs);
  expect(visible()).toEqual(['Message d']);
  await pass(shownMs - 1);
  expect(visible()).toEqual(['Message d']);
});

test('[TOAST-04] at most five toasts are kept: a sixth one replaces the oldest', async () => {
  await say('a', 'b', 'c', 'd', 'e', 'f');
  expect(visible()).toEqual(['Message b', 'Message c', 'Message d']);
  await pass(shownMs + leavingMs);
  expect(visible()).toEqual(['Message e', 'Message f']);
  await pass(shownMs + leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast stays while it is hovered, and then for the rest of its time', async () => {
  await say('a');
  await pass(3_000);
  fireEvent.mouseEnter(region());
  await pass(20_000);
  expect(visible()).toEqual(['Message a']);
  fireEvent.mouseLeave(region());
  await pass(999);
  expect(visible()).toEqual(['Message a']);
  await pass(1 + leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast stays while it has the focus, and dismissing it returns the focus to where it was', async () => {
  await say('a');
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  act(() => elsewhere.focus());
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  await pass(20_000);
  expect(visible()).toEqual(['Message a']);
  await act(async () => fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' }));
  expect(elsewhere).toHaveFocus();
  await pass(leavingMs);
  expect(visible()).toEqual([]);
});

test('the focus can move from a toast to anywhere else, and the toast then stays for the rest of its time', async () => {
  await say('a');
  const [elsewhere, beyond] = ['Elsewhere', 'Beyond'].map((name) => screen.getByRole('button', { name }));
  for (const target of [elsewhere, screen.getByRole('button', { name: 'Dismiss' })]) act(() => target?.focus());
  await pass(20_000);
  act(() => beyond?.focus());
  await pass(shownMs - 100);
  expect(beyond).toHaveFocus();
  expect(visible()).toEqual(['Message a']);
  await pass(100 + leavingMs);
  expect(visible()).toEqual([]);
});

test('a toast stays while the page is hidden', async () => {
  await say('a');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  await pass(20_000);
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

test('[TOAST-07] a toast swiped 45 px to either side is dismissed; one swiped less moves back', async () => {
  await say('a');
  drag(100, 144);
  await pass(leavingMs);
  expect(visible()).toEqual(['Message a']);
  drag(100, 55);
  await pass(leavingMs);
  expect(visible()).toEqual([]);
});

test('[FIX-12] each kind of toast has its own icon', async () => {
  await showing(() => {
    toast.warning('Message w');
    toast.info('Message i');
    toast.error('Message e');
  });
  expect(visible()).toEqual(['Message w', 'Message i', 'Message e']);
  const icons = within(region())
    .getAllByRole('status')
    .map((shown) => shown.querySelector('svg')?.innerHTML);
  expect(new Set(icons).size).toBe(3);
});
