// Arabic. cspell:ignore شاطئ
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, Outlet } from 'react-router-dom';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { EditPage } from './edit.page.tsx';

const fog = {
  id: 'content-1',
  creator_id: 'creator-1',
  title: 'Harbour fog',
  description: 'Boats',
  tags: ['sea', 'morning'],
  media_url: 'creator/images/fog.webp',
  media_type: 'image',
  placeholder: '',
  media_widths: [],
  clip_url: null,
  status: 'on_sale',
  brand_name: 'Acme',
  one_time_price: 40,
  six_month_price: 0,
  perpetual_price: 900,
  offer_one_time: true,
  offer_six_month: false,
  offer_perpetual: true,
  people: null,
  editorial: true,
  editorial_chosen: false,
  ai_generated: false,
  data_mining: false,
  model_releases: 0,
  property_releases: 0,
  created_at: '2026-11-20T14:05:00.000Z',
};

const open = (id = 'content-1') => {
  const Frame = () => (
    <>
      <Link to="/marketplace">Away</Link>
      <Outlet />
    </>
  );
  const routes = [
    {
      element: <Frame />,
      children: [
        { path: '/creator/edit/:contentId', element: <EditPage /> },
        { path: '/marketplace', element: <p>The marketplace</p> },
      ],
    },
  ];
  showRoutes(routes, { initialEntries: [`/creator/edit/${id}`] });
};

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const retitle = async () => {
  open();
  await screen.findByLabelText('Title');
  write('Title', 'Harbour at dawn');
};
const save = () => user().click(screen.getByRole('button', { name: 'Save changes' }));

beforeEach(async () => {
  server.answer('GET /api/content/content-1', fog);
  server.answer('GET /api/content/content-1/releases', { items: [] });
  server.answer('GET /api/content/mine', { items: [], next_cursor: null, position: 1 });
  await signIn({ id: 'creator-1' });
});

it('[UP-38] [UP-39] [UP-40] [UP-41] the item is loaded with its text, tags, picture and prices', async () => {
  open();
  expect(await screen.findByLabelText('Title')).toHaveValue('Harbour fog');
  expect(screen.getByLabelText('Description')).toHaveValue('Boats');
  expect(screen.getByLabelText('Tags')).toHaveValue('sea, morning');
  const preview = `${window.location.origin}/media/creator/images/fog.webp`;
  expect(screen.getByAltText('Harbour fog')).toHaveAttribute('src', preview);
  const offers = screen.getAllByRole('switch').map((offer) => (offer as HTMLInputElement).checked);
  expect(offers).toEqual([true, false, true]);
  const prices = screen
    .getAllByRole('textbox', { name: /price in US dollars$/ })
    .map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['40', '250', '900']);
});

it('[UP-42] [UP-43] [UP-75] [GAL-20] changes are sent, and shown as the server stores them', async () => {
  await retitle();
  write('Tags', 'Sea, , Dawn');
  expect(screen.getByRole('checkbox', { name: /Allow AI training/ })).not.toBeChecked();
  await user().click(screen.getByRole('button', { name: 'People in it' }));
  await user().click(screen.getByRole('checkbox', { name: /Made with AI/ }));
  server.answer('PATCH /api/content/content-1', { ...fog, title: 'Harbour at dawn', tags: ['sea', 'dawn'] });
  await save();
  expect(toasts()).toEqual([['success', 'Changes saved']]);
  expect(server.bodies('PATCH /api/content/content-1')).toEqual([
    {
      title: 'Harbour at dawn',
      description: 'Boats',
      tags: ['Sea', 'Dawn'],
      offerOneTime: true,
      offerSixMonth: false,
      offerPerpetual: true,
      oneTimePrice: 40,
      sixMonthPrice: 250,
      perpetualPrice: 900,
      people: true,
      editorial: false,
      aiGenerated: true,
      dataMining: false,
    },
  ]);
  expect(screen.getByLabelText('Tags')).toHaveValue('sea, dawn');
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

const perpetual = 'Perpetual License price in US dollars';
const reprice = async (typed: string) => {
  open();
  const price = await screen.findByLabelText(perpetual);
  await user().clear(price);
  await user().type(price, typed);
  return price;
};

it.each([
  ['12,50', 12.5],
  ['1.250,00', 1_250],
  ['$1,250.00', 1_250],
  ['1 250', 1_250],
  ['１２５０', 1_250],
  ['١٢٥٠', 1_250],
])('[FIX-25] a price typed as “%s” is $%d', async (typed, dollars) => {
  await reprice(typed);
  server.answer('PATCH /api/content/content-1', { ...fog, perpetual_price: dollars });
  await save();
  expect(server.bodies('PATCH /api/content/content-1')).toMatchObject([{ perpetualPrice: dollars }]);
});

it.each([
  ['1,250', 'Please write 1250.00, without a comma'],
  ['1.250', 'Enter an amount in dollars and cents, such as 12.50'],
  ['1e3', 'Enter an amount in dollars and cents, such as 12.50'],
  ['€40', 'Enter an amount in dollars and cents, such as 12.50'],
  ['0,5', 'Minimum price is $1'],
])('[FIX-25] a price typed as “%s” is refused with what to write, and stays as typed', async (typed, words) => {
  const price = await reprice(typed);
  expect(await screen.findByText(words)).toBeVisible();
  expect(price).toHaveValue(typed);
  await save();
  expect(server.asked('PATCH /api/content/content-1')).toEqual([]);
});

it('[FIX-25] a price is a text, which the wheel of a mouse doesn’t change', async () => {
  open();
  expect(await screen.findByLabelText(perpetual)).toHaveProperty('type', 'text');
  expect(screen.getByLabelText(perpetual)).toHaveAttribute('inputmode', 'decimal');
});

it('a refused save says why at the field, and keeps the input', async () => {
  await retitle();
  const refusal = { code: 'invalid_input', message: 'Please check.', fields: { title: 'Too plain' } };
  server.refuse('PATCH /api/content/content-1', 422, refusal);
  await save();
  expect(await screen.findByText('Too plain')).toBeInTheDocument();
  expect(toasts()).toEqual([['error', 'Changes not saved', 'Please check.']]);
  expect(screen.getByLabelText('Title')).toHaveValue('Harbour at dawn');
});

it.each(['content-2', 'content-3'])(
  '[UP-75] [UP-76] an unknown item, or another creator’s, is not found: %s',
  async (id) => {
    server.answer('GET /api/content/content-3', { ...fog, id: 'content-3', creator_id: 'creator-2' });
    open(id);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  },
);

it('leaving with unsaved changes asks first', async () => {
  await retitle();
  await user().click(screen.getByRole('link', { name: 'Away' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
  await user().click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Harbour at dawn');
  await user().click(screen.getByRole('link', { name: 'Away' }));
  await user().click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('The marketplace')).toBeInTheDocument();
});

it('a withdrawn item can be edited only after it is put back on sale, which the page offers', async () => {
  server.answer('GET /api/content/content-1', { ...fog, status: 'withdrawn' });
  server.answer('POST /api/content/content-1/relist', {});
  await retitle();
  expect(screen.getByText('This item is withdrawn from sale')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await user().click(screen.getByRole('button', { name: 'Put back on sale' }));
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  expect(server.asked('POST /api/*').map(({ path }) => path)).toEqual(['/api/content/content-1/relist']);
  expect(screen.queryByText('This item is withdrawn from sale')).toBeNull();
});

it('[GAL-20] an item with people is editorial until a model release is added; a removed release is gone', async () => {
  open();
  await user().click(await screen.findByRole('button', { name: 'People in it' }));
  expect(await screen.findByText(/is sold for editorial use only. Add one/)).toBeVisible();
  const release = { release_id: 'r-1', kind: 'model', format: 'pdf', attached_at: '2026-11-25T10:00:00.000Z' };
  const added = 'POST /api/content/content-1/releases?kind=model';
  server.answer(added, { items: [release], editorial: false, position: 9 });
  const file = new File(['%PDF-1.7'], 'consent.pdf', { type: 'application/pdf' });
  await user().upload(screen.getByLabelText('Add model release'), file);
  expect(server.bodies(added)).toEqual([file]);
  expect(await screen.findByRole('list', { name: 'Releases' })).toHaveTextContent(
    'Model releasePDF, added Nov 25, 2026',
  );
  expect(screen.queryByText(/is sold for editorial use only. Add one/)).toBeNull();
  const remove = () => user().click(screen.getByRole('button', { name: 'Remove the model release from Nov 25, 2026' }));
  const removed = 'DELETE /api/content/content-1/releases/r-1';
  server.loseOnce(removed);
  await remove();
  const lost = 'The server could not be reached. Check your connection and try again.';
  expect(toasts().at(-1)).toEqual(['error', 'Release not removed', lost]);
  server.answer(removed, { items: [], editorial: true, position: 10 });
  await remove();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Releases' })).toBeNull());
  expect(server.asked(removed)).toHaveLength(2);
});

it('[FIX-47] a creator reads that a picture has under 1 megapixel, and can sell it all the same', async () => {
  server.answer('GET /api/content/content-1', { ...fog, screens_only: true });
  await retitle();
  expect(screen.getByText('A small picture')).toBeVisible();
  expect(screen.getByText(/under 1 megapixel. Brands can license it/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled());
});

it.each([
  ['海、浜辺、海', ['海', '浜辺']],
  ['بحر، شاطئ', ['بحر', 'شاطئ']],
  ['海，ＳＥＡ，sea', ['海', 'ＳＥＡ']],
])('[FIX-27] tags typed as %s are separated by the commas of their script', async (typed, tags) => {
  server.answer('PATCH /api/content/content-1', fog);
  await retitle();
  write('Tags', typed);
  await save();
  expect(server.bodies('PATCH /api/content/content-1')).toMatchObject([{ tags }]);
});
