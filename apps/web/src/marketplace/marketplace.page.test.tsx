// Misspelled or incomplete on purpose. cspell:ignore habror oragnes oragnesx
import { ChakraProvider } from '@chakra-ui/react';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { everybody } from '@tessera/domain/content/row';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { showReloaded } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import type { Asked } from '../testing/server.test-kit.ts';
import { pass, user } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';
import { MarketplacePage } from './marketplace.page.tsx';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const content = 'GET /api/marketplace';

const { sample: _marked, license_fee: _fee, ...published } = samples[2] as MarketItem;
const row = (title: string, changes: Partial<MarketItem> = {}): MarketItem => ({
  ...published,
  id: title,
  title,
  one_time_price: 25,
  six_month_price: 250,
  perpetual_price: 500,
  ...changes,
});
const answer = (items: readonly MarketItem[], tags: readonly string[] = ['sea', 'city']) => ({
  items,
  tags,
  next_cursor: null,
  position: 10,
  meant: null,
  fallback: null,
});

const Address = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{search}</output>
      <output aria-label="Path">{pathname}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
};

const open = (path = '/marketplace') =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[path]}>
          <MarketplacePage />
          <Address />
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );

const card = (name: string) => screen.findByRole('article', { name });
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const path = () => screen.getByRole('status', { name: 'Path' }).textContent;
const lastRead = () => server.asked('GET *').at(-1)?.path;

beforeEach(() => localStorage.clear());
beforeEach(() => server.answer(content, answer([row('Harbour'), row('Meadow')])));

test('[MKT-01] [MKT-02] [MKT-03] [MKT-04] the page has a heading, a search box and tags that begin with All', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Content Marketplace' })).toBeVisible();
  expect(screen.getByText(/License terms and price are shown on each piece of content/)).toBeVisible();
  expect(screen.getByPlaceholderText('Search content...')).toBeVisible();
  await card('Harbour');
  const chips = within(screen.getByRole('group', { name: 'Tags' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['All', 'sea', 'city']);
  expect(chips[0]).toHaveAttribute('aria-pressed', 'true');
});

test('[MKT-08] a spinner is shown while the content loads, and only then', async () => {
  const reading = server.hold(content);
  open();
  const spinner = screen.getByText('Loading content…');
  expect(spinner).toHaveAttribute('role', 'status');
  expect(spinner.querySelector('svg')).toBeVisible();
  await reading.answer(answer([row('Harbour')]));
  await card('Harbour');
  expect(screen.queryByText('Loading content…')).toBeNull();
});

test('[MKT-06] clicking a tag filters by it, and clicking the active tag clears the filter', async () => {
  open();
  await user().click(await screen.findByRole('button', { name: 'sea' }));
  expect(lastRead()).toBe('/api/marketplace?tag=sea&limit=24');
  expect(address()).toBe('?tag=sea');
  const active = await screen.findByRole('button', { name: 'sea', pressed: true });
  await user().click(active);
  expect(address()).toBe('');
  expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
});

test('[MKT-29] [MKT-30] without a match the page says so, and one button clears search and tag', async () => {
  server.answer(content, ({ path }: Asked) => answer(path.includes('search=') ? [] : [row('Harbour')]));
  server.answer('GET /api/marketplace/instead', { items: [] });
  open('/marketplace?search=volcano&tag=sea&type=video');
  expect(await screen.findByText('No content found matching your criteria.')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  await user().click(screen.getByRole('button', { name: 'Clear filters' }));
  await card('Harbour');
  expect(address()).toBe('');
  expect(screen.getByPlaceholderText('Search content...')).toHaveValue('');
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
});

/** What a screen reader announces of a search. */
const found = () => {
  const words = screen.getByText(/^Showing the first|shown$/);
  expect(words.closest('[role=status]')).not.toBeNull();
  return words.textContent;
};

test('a search announces its result once, and the pages added below announce nothing', async () => {
  const many = Array.from({ length: 24 }, (_, index) => row(`Boat ${index}`));
  server.answer(content, { ...answer(many), next_cursor: 'second' });
  open();
  await card('Boat 23');
  expect(found()).toBe('Showing the first 24 items');
  const said = screen.getByText('Showing the first 24 items');
  server.answer(content, answer([row('Pier')]));
  await user().click(screen.getByRole('button', { name: 'Load more' }));
  await card('Pier');
  expect(screen.getByText('Showing the first 24 items')).toBe(said);
  server.answer(content, answer([row('Meadow')]));
  await user().click(screen.getByRole('button', { name: 'sea' }));
  await card('Meadow');
  expect(found()).toBe('1 item shown');
});

test('two searches with the same number of results are announced separately', async () => {
  open();
  await card('Harbour');
  expect(screen.queryByText('You’ve reached the end.')).toBeNull();
  const said = screen.getByText('2 items shown');
  await user().click(screen.getByRole('button', { name: 'sea' }));
  await waitFor(() => expect(said).not.toBeInTheDocument());
  expect(found()).toBe('2 items shown');
});

test('someone who loads the last page by keyboard is told that it was the last', async () => {
  server.answer(content, { ...answer([row('Harbour')]), next_cursor: 'second' });
  open();
  const more = await screen.findByRole('button', { name: 'Load more' });
  server.answer(content, answer([row('Pier')]));
  more.focus();
  await user().keyboard('{Enter}');
  await card('Pier');
  expect(more).not.toBeInTheDocument();
  expect(document.activeElement).toHaveTextContent('You’ve reached the end.');
});

test('media type, license, price and sort order are in the address, and Back undoes one choice at a time', async () => {
  open();
  await card('Harbour');
  await user().selectOptions(screen.getByRole('combobox', { name: 'Media' }), 'Videos');
  await user().selectOptions(screen.getByRole('combobox', { name: 'License' }), '6-Month License');
  await user().type(screen.getByLabelText('Highest price'), '300{Enter}');
  await user().selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Lowest price first');
  expect(address()).toBe('?type=video&license=six_month&max_price=300&sort=price_asc');
  expect(lastRead()).toBe('/api/marketplace?type=video&license=six_month&max_price=300&sort=price_asc&limit=24');
  await user().click(screen.getByRole('button', { name: 'Back' }));
  await user().click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('?type=video&license=six_month');
  expect(screen.getByLabelText('Highest price')).toHaveValue('');
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('newest');
});

test('[GAL-07] orientation, size, color and people are chosen by name, are in the address, and are removed one by one', async () => {
  open();
  await card('Harbour');
  await user().click(screen.getByRole('button', { name: 'Portrait' }));
  await user().selectOptions(screen.getByRole('combobox', { name: 'Size in megapixels' }), '12 MP or more');
  await user().click(screen.getByRole('button', { name: 'Blue' }));
  const people = screen.getByRole('combobox', { name: 'People' });
  expect(people).not.toHaveAccessibleDescription();
  await user().selectOptions(people, 'Without people');
  expect(people).toHaveAccessibleDescription(/Items without that information are left out/);
  expect(address()).toBe('?orientation=portrait&size=large&color=blue&people=without');
  expect(lastRead()).toBe('/api/marketplace?orientation=portrait&size=large&color=blue&people=without&limit=24');
  await user().click(screen.getByRole('button', { name: 'Without people, remove' }));
  expect(screen.getByRole('button', { name: 'Blue' })).toHaveAttribute('aria-pressed', 'true');
  await user().click(screen.getByRole('button', { name: '12 MP or more, remove' }));
  await user().click(screen.getByRole('button', { name: 'Blue, remove' }));
  await user().click(screen.getByRole('button', { name: 'Portrait' }));
  expect(address()).toBe('');
});

test('[GAL-08] the wall of one creator names the creator, and that filter can be removed', async () => {
  server.answer(content, answer([{ ...row('Harbour'), creator_name: 'Carla Creator' }]));
  open('/marketplace?creator=carla');
  await card('Harbour');
  expect(lastRead()).toBe('/api/marketplace?creator=carla&limit=24');
  await user().click(screen.getByRole('button', { name: 'By Carla Creator, remove' }));
  expect(address()).toBe('');
});

test('cards start with the license type being filtered by', async () => {
  open('/marketplace?license=perpetual');
  const chosen = await within(await card('Harbour')).findByRole('combobox');
  expect(chosen).toHaveValue('perpetual');
  expect(within(await card('Harbour')).getByText('$500.00')).toBeVisible();
});

const viewButton = (name: string) => within(screen.getByRole('group', { name: 'View' })).getByRole('button', { name });

test('[GAL-03] the marketplace opens in cards; the wall is one press away, and a reload keeps it', async () => {
  open();
  const harbour = within(await card('Harbour'));
  expect(viewButton('Cards')).toHaveAttribute('aria-pressed', 'true');
  expect(harbour.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  expect(harbour.queryByRole('button', { name: 'Quick view of Harbour' })).toBeNull();
  await user().click(viewButton('Wall'));
  expect(viewButton('Wall')).toHaveAttribute('aria-pressed', 'true');
  expect(viewButton('Wall')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Quick view of Harbour' })).toBeInTheDocument();
  cleanup();
  await showReloaded(async () => (await import('./marketplace.page.tsx')).MarketplacePage, '/marketplace');
  await screen.findByRole('button', { name: 'Quick view of Harbour' });
  await user().click(viewButton('Cards'));
  expect(screen.queryByRole('button', { name: 'Quick view of Harbour' })).toBeNull();
  expect(within(await card('Harbour')).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('[GAL-03] where the browser blocks its storage, the view can be changed all the same', async () => {
  open();
  await card('Harbour');
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  await user().click(viewButton('Wall'));
  blocked.mockRestore();
  expect(screen.getByRole('button', { name: 'Quick view of Harbour' })).toBeInTheDocument();
});

test('[MKT-09] [GAL-03] the skeleton stands in the same columns as the cards that follow', async () => {
  const reading = server.hold(content);
  open();
  const placesOf = (elements: readonly Element[]) =>
    new Set(elements.map((element) => (element as HTMLElement).style.width));
  const skeletons = [
    ...screen.getByText('Loading content…').parentElement!.querySelectorAll('[aria-hidden] [style*="left"]'),
  ];
  const before = placesOf(skeletons);
  expect(before.size).toBeGreaterThan(0);
  await reading.answer(answer(Array.from({ length: 10 }, (_, index) => row(`Boat ${index}`))));
  await card('Boat 0');
  // Cards have a margin for focus rings.
  const cards = screen.getAllByRole('article').map((element) => parseInt(element.style.width) - 24);
  expect([...new Set(cards)].map((width) => `${width}px`)).toEqual([...before]);
});

test('[GAL-04] the number of results is shown, as far as the server counts', async () => {
  server.answer(content, { ...answer([row('Harbour')]), next_cursor: 'second', total: 1_234 });
  open();
  await card('Harbour');
  expect(screen.getByText('1,234 items')).toBeVisible();
  expect(found()).toBe('Showing the first 1 item');
  expect(screen.getByText('of 1,234')).toBeInTheDocument();
  server.answer(content, { ...answer([row('Meadow')]), next_cursor: 'second', total: 10_000 });
  await user().click(screen.getByRole('button', { name: 'sea' }));
  expect(await screen.findByText('10,000+ items')).toBeVisible();
});

test('[GAL-04] each active filter is a chip that removes it, and the focus stays among the chips', async () => {
  open(
    '/marketplace?search=blue+hour&type=video&license=six_month&min_price=20&max_price=99.5&tag=sea&sort=price_desc',
  );
  const chips = await screen.findByRole('group', { name: 'Active filters' });
  const names = () =>
    within(chips)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['“blue hour”', 'Videos', '6-Month License', '$20.00 – $99.50', 'sea', 'Clear all']);
  await user().click(within(chips).getByRole('button', { name: '$20.00 – $99.50, remove' }));
  expect(address()).toBe('?search=blue+hour&tag=sea&type=video&license=six_month&sort=price_desc');
  expect(within(chips).getByRole('button', { name: 'sea, remove' })).toHaveFocus();
  await user().keyboard('{Enter}');
  expect(within(chips).getByRole('button', { name: '6-Month License, remove' })).toHaveFocus();
  await user().click(within(chips).getByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('?sort=price_desc');
  expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
});

test('[GAL-04] a price is applied 400 ms after the last keystroke, unless the range is out of order for now', async () => {
  open('/marketplace?min_price=30');
  await card('Harbour');
  const highest = screen.getByLabelText('Highest price');
  const typed = (value: string) => fireEvent.change(highest, { target: { value } });
  typed('2');
  await pass(10_000);
  expect(address()).toBe('?min_price=30');
  typed('200');
  await pass(399);
  expect(address()).toBe('?min_price=30');
  await pass(1);
  expect(address()).toBe('?min_price=30&max_price=200');
  expect(highest).toHaveValue('200');
});

test('Enter while a typed price is already being applied adds no second step to go back', async () => {
  open('/marketplace?min_price=30');
  await card('Harbour');
  const highest = screen.getByLabelText('Highest price');
  fireEvent.change(highest, { target: { value: '200' } });
  // In one batch, as on a slow device: the new address has not been rendered yet.
  act(() => {
    vi.advanceTimersByTime(400);
    fireEvent.keyDown(highest, { key: 'Enter' });
  });
  expect(address()).toBe('?min_price=30&max_price=200');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('?min_price=30');
});

test('[GAL-04] search results are sorted by best match, and by date once the search is cleared, unless another order was chosen', async () => {
  open('/marketplace?search=boats');
  const order = screen.getByRole('combobox', { name: 'Sort by' });
  expect(order).toHaveValue('best');
  await user().selectOptions(order, 'Newest first');
  expect(address()).toBe('?search=boats&sort=newest');
  await user().selectOptions(order, 'Best match');
  expect(address()).toBe('?search=boats');
  await user().click(screen.getByRole('button', { name: '“boats”, remove' }));
  expect(address()).toBe('');
  expect(order).toHaveValue('newest');
  expect(within(order).queryByRole('option', { name: 'Best match' })).toBeNull();
});

/** The server has these items, suggestions and, when nothing is found, a bestseller. */
const serve = (list: readonly MarketItem[]) => {
  server.answer(content, answer(list));
  server.answer('GET /api/marketplace/suggestions', {
    tags: ['boats', 'boathouse'],
    creators: [
      { id: 'bo', name: 'Bo Atkins', handle: 'bo', portrait_url: 'creator/portraits/bo.webp' },
      { id: 'boa', name: 'Boat Nolan', handle: null, portrait_url: null },
    ],
    items: [{ id: 'regatta', title: 'Boat race' }],
  });
  server.answer('GET /api/marketplace/instead', { items: [row('Bestseller')] });
};

test('[GAL-06] suggestions appear while typing and are chosen by keyboard: a tag filters the wall', async () => {
  serve([row('Harbour')]);
  open();
  const box = screen.getByRole('combobox', { name: 'Search content' });
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await user().type(box, 'boat');
  const list = await screen.findByRole('listbox', { name: 'Suggestions' });
  const options = within(list).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'boats',
    'boathouse',
    'Bo Atkins',
    'Boat Nolan',
    'Boat race',
  ]);
  expect(box).toHaveAttribute('aria-expanded', 'true');
  await user().keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(box).toHaveAttribute('aria-activedescendant', options[1]?.id);
  expect(box).toHaveFocus();
  await user().keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('?tag=boathouse'));
  expect(box).toHaveValue('');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[GAL-06] a suggested item leads to its page; Escape and Enter close the list, and Enter searches immediately', async () => {
  serve([row('Harbour')]);
  open();
  const box = screen.getByRole('combobox', { name: 'Search content' });
  await user().type(box, 'boat');
  await screen.findByRole('listbox');
  await user().keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box).toHaveValue('boat');
  await user().type(box, 's{Enter}');
  expect(address()).toBe('?search=boats');
  await user().type(box, '{ArrowDown}');
  await user().click(await screen.findByRole('option', { name: 'Boat race' }));
  expect(path()).toBe('/marketplace/regatta');
});

test('[GAL-06] a suggested creator leads to their page, or to all of their items if they have no page', async () => {
  serve([row('Harbour')]);
  open('/marketplace?type=video');
  const box = screen.getByRole('combobox', { name: 'Search content' });
  await user().type(box, 'bo');
  const creators = await screen.findByRole('group', { name: 'Creators' });
  expect(creators.querySelector('img')).toHaveAttribute(
    'src',
    expect.stringMatching(/\/media\/creator\/portraits\/bo.webp$/),
  );
  expect(creators.querySelector('[data-initials]')).toHaveAttribute('data-initials', 'BN');
  await user().click(within(creators).getByRole('option', { name: /Boat Nolan/ }));
  expect(address()).toBe('?creator=boa&type=video');
  await user().type(box, 'bo');
  await user().click(await screen.findByRole('option', { name: /Atkins/ }));
  expect(path()).toBe('/@bo');
});

test('[GAL-06] when nothing is found, the page suggests what was probably meant, and popular items', async () => {
  serve([]);
  server.answer(content, ({ path: asked }: Asked) =>
    asked.includes('exact=true') ? { ...answer([]), meant: 'harbor' } : answer([row('Harbour')]),
  );
  open('/marketplace?search=habror&exact=true');
  expect(await screen.findByText('No content found matching your criteria.')).toBeVisible();
  const popular = await screen.findByRole('region', { name: 'Popular now' });
  expect(within(popular).getByRole('link', { name: /Bestseller/ })).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'harbor' }));
  expect(address()).toBe('?search=harbor');
});

test('[FIX-43] what was meant is shown at once, and above it what was searched for and how to insist', async () => {
  server.answer(content, ({ path: asked }: Asked) =>
    asked.includes('exact=true')
      ? { ...answer([]), meant: 'photos oranges' }
      : { ...answer([row('Oranges')]), meant: 'photos oranges' },
  );
  server.answer('GET /api/marketplace/instead', { items: [] });
  open('/marketplace?search=photos+of+oragnes');
  await card('Oranges');
  const note = screen.getByText(/^Showing results for/);
  expect(note).toHaveTextContent('Showing results for photos oranges. Search instead for photos of oragnes');
  expect(note).toHaveAttribute('role', 'status');
  await user().click(within(note).getByRole('button', { name: 'photos of oragnes' }));
  expect(address()).toBe('?search=photos+of+oragnes&exact=true');
  expect(await screen.findByText('No content found matching your criteria.')).toBeVisible();
  expect(screen.queryByText(/^Showing results for/)).toBeNull();
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
  // Another search is forgiving again.
  await user().type(screen.getByRole('combobox', { name: 'Search content' }), 'x{Enter}');
  expect(address()).toBe('?search=photos+of+oragnesx');
});

test('[FIX-43] what is published later is announced if it matches what was meant', async () => {
  server.answer(content, { ...answer([row('Oranges')]), meant: 'oranges' });
  open('/marketplace?search=oragnes');
  await card('Oranges');
  const later = { created_at: '2027-01-01T00:00:00.000Z' };
  await liveServer.push('marketplace', everybody, { position: 11, value: row('Blue oranges', later) });
  await liveServer.push('marketplace', everybody, { position: 12, value: row('Blue lemons', later) });
  expect(await screen.findByRole('button', { name: /^1 new/ })).toBeVisible();
});

test('[FIX-27] Enter and the arrows of an input method choose among its own candidates, not among the suggestions', async () => {
  serve([row('Harbour')]);
  open();
  const box = screen.getByRole('combobox', { name: 'Search content' });
  await user().type(box, 'boat');
  await screen.findByRole('listbox');
  await user().keyboard('{ArrowDown}');
  const first = box.getAttribute('aria-activedescendant');
  expect(first).not.toBeNull();
  // As Chrome and Firefox, as Safari after the composition, and as older Windows report it.
  for (const taken of [{ isComposing: true }, { keyCode: 229 }, { key: 'Process' }]) {
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Escape']) fireEvent.keyDown(box, { key, ...taken });
    expect(box).toHaveAttribute('aria-activedescendant', first);
    expect(screen.getByRole('listbox')).toBeVisible();
    expect(address()).not.toContain('tag=');
  }
  await user().keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('?tag=boats'));
});

test('[FIX-44] all colors are one stop for the Tab key, and the arrow keys move among them', async () => {
  open();
  await card('Harbour');
  const colors = within(screen.getByRole('toolbar', { name: 'Color' }));
  const stops = () => colors.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
  expect(colors.getAllByRole('button')).toHaveLength(13);
  expect(stops().map(({ title }) => title)).toEqual(['Red']);
  act(() => stops()[0]?.focus());
  await user().keyboard('{ArrowRight}{ArrowRight}');
  expect(colors.getByRole('button', { name: 'Yellow' })).toHaveFocus();
  await user().keyboard('{Enter}');
  expect(address()).toBe('?color=yellow');
  await user().keyboard('{End}{ArrowRight}');
  expect(colors.getByRole('button', { name: 'White' })).toHaveFocus();
  await user().keyboard('{Home}{ArrowLeft}');
  expect(colors.getByRole('button', { name: 'Red' })).toHaveFocus();
  expect(stops().map(({ title }) => title)).toEqual(['Red']);
});

test('[FIX-44] on a phone, a button closes the filters onto the items and says how many there are', async () => {
  server.answer(content, { ...answer([row('Harbour'), row('Meadow')]), total: 2 });
  open();
  await card('Harbour');
  // Both are hidden on the wide screen of the tests.
  const filters = screen.getByText('Filter');
  await user().click(filters);
  expect(filters).toHaveAttribute('aria-expanded', 'true');
  await user().click(screen.getByText('Show 2 items'));
  expect(filters).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
});

test('a price range that was typed the wrong way round is corrected', async () => {
  open();
  await card('Harbour');
  await user().type(screen.getByLabelText('Lowest price'), '90');
  await user().type(screen.getByLabelText('Highest price'), '20');
  await user().tab();
  expect(address()).toBe('?min_price=20&max_price=90');
  expect(screen.getByLabelText('Lowest price')).toHaveValue('20');
});

test.each([
  ['12,50', '?min_price=12.5', '12.5'],
  ['1.250,00', '?min_price=1250', '1250'],
  ['1,250', '?min_price=1250', '1250'],
  ['$ 1 250', '?min_price=1250', '1250'],
  ['１２．５０', '?min_price=12.5', '12.5'],
  ['٤٠', '?min_price=40', '40'],
])('[FIX-25] a limit typed as “%s” is understood, and then shown as it was', async (typed, query, shown) => {
  open();
  await card('Harbour');
  await user().click(screen.getByLabelText('Lowest price'));
  await user().paste(typed);
  await user().tab();
  expect(address()).toBe(query);
  expect(screen.getByLabelText('Lowest price')).toHaveValue(shown);
});

test.each(['2x0', '1.250', '12 50', '€40', '-5'])(
  '[FIX-25] a limit typed as “%s” limits nothing, stays as typed, and says how to write it',
  async (typed) => {
    open('/marketplace?min_price=30');
    await card('Harbour');
    const lowest = screen.getByLabelText('Lowest price');
    await user().clear(lowest);
    await user().paste(typed);
    await user().tab();
    expect(address()).toBe('');
    expect(lowest).toHaveValue(typed);
    expect(lowest).toBeInvalid();
    expect(lowest).toHaveAccessibleDescription('Such as 12.50');
    await user().clear(lowest);
    await user().paste('40');
    expect(lowest).toBeValid();
    await user().tab();
    expect(address()).toBe('?min_price=40');
  },
);

test('a search typed with pauses is one step for Back', async () => {
  open();
  await card('Harbour');
  const box = screen.getByPlaceholderText('Search content...');
  const typed = async (value: string, { searched }: { searched: string }) => {
    const before = address();
    fireEvent.change(box, { target: { value } });
    await pass(399);
    expect(address()).toBe(before);
    await pass(1);
    expect(address()).toBe(searched);
  };
  await typed('boa', { searched: '?search=boa' });
  await typed('boats ', { searched: '?search=boats+' });
  expect(box).toHaveValue('boats ');
  expect(lastRead()).toBe('/api/marketplace?search=boats&limit=24');
  await user().click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('');
});

test('[CONST-04] newly published items are announced without moving anything, and are shown at the top on request', async () => {
  open();
  await card('Harbour');
  const later = (title: string) => row(title, { created_at: '2026-11-30T00:00:00.000Z' });
  await waitFor(() => expect(liveServer.watched()).toEqual([`marketplace/${everybody}`]));
  for (const [index, title] of ['Fog', 'Dunes', 'Pier'].entries())
    await liveServer.push('marketplace', everybody, { position: 11 + index, value: later(title) });
  const news = await screen.findByRole('button', { name: /^3 new/ });
  expect(news.closest('[role=status]')).not.toBeNull();
  const names = () => screen.getAllByRole('article').map((element) => element.getAttribute('aria-label'));
  expect(names()).toEqual(['Harbour', 'Meadow']);
  server.answer(content, {
    ...answer(['Fog', 'Dunes', 'Pier', 'Harbour'].map((title) => row(title))),
    position: 13,
  });
  await user().click(news);
  await card('Fog');
  expect(names()).toEqual(['Fog', 'Dunes', 'Pier', 'Harbour']);
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
});

test('[MKT-35] if the marketplace can’t be loaded, samples are shown with a message, and it can be loaded again', async () => {
  server.lose(content);
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The marketplace could not be loaded.');
  expect(screen.getAllByRole('article')).toHaveLength(samples.length);
  server.answer(content, answer([row('Harbour')]));
  await user().click(screen.getByRole('button', { name: 'Try again' }));
  await card('Harbour');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('region', { name: 'Content' })).toHaveFocus();
});
