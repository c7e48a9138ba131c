import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import type { Suggest } from '../search/suggestions.tsx';
import { user } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import { GlobalShortcuts } from './global-shortcuts.tsx';
import { CommandMenu } from './command-menu.tsx';
import type { CommandGroup } from './commands.tsx';
import { usePageKeys } from './keys.ts';

const went = vi.fn<(to: string) => void>();
const place = (words: string, keywords?: string) => ({
  key: words,
  words,
  ...(keywords && { keywords }),
  icon: null,
  choose: () => went(words),
});
const commands: readonly CommandGroup[] = [
  { name: 'Pages', suggestions: [place('Payouts', 'money balance'), place('Marketplace'), place('Help')] },
];
const nothing: Suggest = async () => [];

let find: Suggest;
const Menu = ({ onClose }: { onClose: () => void }) => (
  <CommandMenu placeholder="Pages…" commands={commands} find={find} onClose={onClose} />
);

const tableKeys = { name: 'Light table', help: [{ keys: ['Space'], does: 'Choose a file' }] };
const LightTable = () => {
  usePageKeys(tableKeys);
  return null;
};

const show = () =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <button type="button">Before</button>
        <input aria-label="Title" />
        <LightTable />
        <GlobalShortcuts Menu={Menu} />
      </ChakraProvider>
    </Provider>,
  );

const field = () => screen.findByRole('combobox', { name: 'Find anything' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const active = async () =>
  document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent;
const pressCommandK = () => user().keyboard('{Control>}k{/Control}');

beforeEach(() => {
  find = nothing;
  went.mockClear();
});

test('[OPS-22][GAL-16] Ctrl+K opens the menu with all its commands, and Escape returns the focus', async () => {
  show();
  const before = screen.getByRole('button', { name: 'Before' });
  before.focus();
  await pressCommandK();
  await field();
  expect(options()).toEqual(['Payouts', 'Marketplace', 'Help']);
  await user().keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(before).toHaveFocus());
});

test('[OPS-22] typed text matches the start of any word or keyword; the arrow keys wrap around, and Enter opens the page', async () => {
  show();
  await pressCommandK();
  await user().type(await field(), 'mon');
  expect(options()).toEqual(['Payouts']);
  await user().clear(await field());
  await user().keyboard('{ArrowUp}');
  expect(await active()).toBe('Help');
  await user().keyboard('{ArrowDown}{ArrowDown}');
  expect(await active()).toBe('Marketplace');
  await user().keyboard('{Enter}');
  expect(went).toHaveBeenCalledWith('Marketplace');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[OPS-22] Enter never opens a result that was found for different text', async () => {
  const asked: string[] = [];
  find = async (typed) => {
    asked.push(typed);
    return typed === 'harbor' ? [{ name: 'Items', suggestions: [place('Dawn')] }] : new Promise(() => {});
  };
  show();
  await pressCommandK();
  await user().type(await field(), 'harbor');
  expect(await screen.findByRole('option', { name: 'Dawn' })).toHaveAttribute('aria-selected', 'true');
  await user().type(await field(), ' at night{Enter}');
  await waitFor(() => expect(asked).toContain('harbor at night'));
  await user().keyboard('{Enter}');
  expect(went).not.toHaveBeenCalled();
});

test('[OPS-22] a failed search says so, and the pages are still listed', async () => {
  find = () => Promise.reject(new Error('no connection'));
  show();
  await pressCommandK();
  await user().type(await field(), 'help');
  expect(await screen.findAllByText(/could not be reached/)).not.toHaveLength(0);
  expect(options()).toEqual(['Help']);
});

test('[GAL-16] ? shows the keys of this page and of every page, but is just a character in a text field', async () => {
  show();
  const title = screen.getByLabelText('Title');
  await user().type(title, 'Where?');
  expect(title).toHaveValue('Where?');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'Before' }).focus();
  await user().keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(within(keys.getByRole('region', { name: 'Light table' })).getByText('Choose a file')).toBeVisible();
  expect(within(keys.getByRole('region', { name: 'Everywhere' })).getByText('Ctrl')).toBeVisible();
});

test('[GAL-16] nothing opens over a dialog that is waiting for an answer', async () => {
  show();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('aria-modal', 'true');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: '?' });
  dialog.remove();
  expect(screen.queryByRole('dialog')).toBeNull();
});
