import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, createStore } from 'jotai';
import { Link, Outlet, RouterProvider, createMemoryRouter } from 'react-router-dom';
import { ApiError } from '../../kernel/send.ts';
import { system } from '../../theme/system.ts';
import { EditPage } from './edit.page.tsx';

const { answers, deleted, patched, posted, toasts } = vi.hoisted(() => ({
  posted: vi.fn<(path: string, body?: unknown) => Promise<unknown>>(),
  deleted: vi.fn<(path: string) => Promise<unknown>>(),
  answers: new Map<string, unknown>(),
  patched: vi.fn<(path: string, body: object) => Promise<unknown>>(),
  toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return {
    sessionAtom: jotai.atom({ userId: 'creator-1' }),
    sessionEndedAtom: jotai.atom(false),
    accessToken: () => Promise.resolve('token'),
  };
});
vi.mock('../../kernel/send.ts', async (original) => {
  const actual = await original<typeof import('../../kernel/send.ts')>();
  const nothing = () => new actual.ApiError(404, 'not_found', 'Not found', 'There is nothing at this address.');
  return {
    ...actual,
    get: (path: string) => (answers.has(path) ? Promise.resolve(answers.get(path)) : Promise.reject(nothing())),
    patch: patched,
    post: posted,
    del: deleted,
  };
});
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));

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
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/creator/edit/${id}`] })} />
      </ChakraProvider>
    </Provider>,
  );
  return userEvent.setup();
};

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const retitle = async () => {
  const user = open();
  await screen.findByLabelText('Title');
  write('Title', 'Harbour at dawn');
  return user;
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

beforeEach(() => {
  vi.clearAllMocks();
  answers.clear();
  answers.set('/api/content/content-1', fog);
  answers.set('/api/content/content-1/releases', { items: [] });
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
  const prices = screen.getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['40', '250', '900']);
});

it('[UP-42] [UP-43] [UP-75] [GAL-20] changes are sent, and shown as the server stores them', async () => {
  const user = await retitle();
  write('Tags', 'Sea, , Dawn');
  expect(screen.getByRole('checkbox', { name: /Allow AI training/ })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'People in it' }));
  await user.click(screen.getByRole('checkbox', { name: /Made with AI/ }));
  patched.mockResolvedValue({ ...fog, title: 'Harbour at dawn', tags: ['sea', 'dawn'] });
  await save();
  await vi.waitFor(() => expect(toasts.success.mock.calls).toEqual([['Changes saved']]));
  expect(patched.mock.calls).toEqual([
    [
      '/api/content/content-1',
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
    ],
  ]);
  expect(screen.getByLabelText('Tags')).toHaveValue('sea, dawn');
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

it('a refused save says why at the field, and keeps the input', async () => {
  await retitle();
  patched.mockRejectedValue(new ApiError(422, 'invalid_input', 'Invalid', 'Please check.', { title: 'Too plain' }));
  await save();
  expect(await screen.findByText('Too plain')).toBeInTheDocument();
  expect(toasts.error).toHaveBeenCalledWith('Changes not saved', 'Please check.');
  expect(screen.getByLabelText('Title')).toHaveValue('Harbour at dawn');
});

it.each(['content-2', 'content-3'])(
  '[UP-75] [UP-76] an unknown item, or another creator’s, is not found: %s',
  async (id) => {
    answers.set('/api/content/content-3', { ...fog, id: 'content-3', creator_id: 'creator-2' });
    open(id);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  },
);

it('leaving with unsaved changes asks first', async () => {
  const user = await retitle();
  await user.click(screen.getByRole('link', { name: 'Away' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Harbour at dawn');
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('The marketplace')).toBeInTheDocument();
});

it('a withdrawn item can be edited only after it is put back on sale, which the page offers', async () => {
  answers.set('/api/content/content-1', { ...fog, status: 'withdrawn' });
  posted.mockResolvedValue({});
  const user = await retitle();
  expect(screen.getByText('This item is withdrawn from sale')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Put back on sale' }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled());
  expect(posted.mock.calls).toEqual([['/api/content/content-1/relist']]);
  expect(screen.queryByText('This item is withdrawn from sale')).toBeNull();
});

it('[GAL-20] an item with people is editorial until a model release is added; a removed release is gone', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'People in it' }));
  expect(await screen.findByText(/is sold for editorial use only. Add one/)).toBeVisible();
  const release = { release_id: 'r-1', kind: 'model', format: 'pdf', attached_at: '2026-11-25T10:00:00.000Z' };
  posted.mockResolvedValue({ items: [release], editorial: false, position: 9 });
  const file = new File(['%PDF-1.7'], 'consent.pdf', { type: 'application/pdf' });
  await user.upload(screen.getByLabelText('Add model release'), file);
  expect(posted.mock.calls).toEqual([['/api/content/content-1/releases?kind=model', file]]);
  expect(await screen.findByRole('list', { name: 'Releases' })).toHaveTextContent(
    'Model releasePDF, added Nov 25, 2026',
  );
  expect(screen.queryByText(/is sold for editorial use only. Add one/)).toBeNull();
  deleted.mockRejectedValueOnce(new ApiError(0, 'no_answer', 'No connection', 'The server could not be reached.'));
  await user.click(screen.getByRole('button', { name: 'Remove the model release from Nov 25, 2026' }));
  await vi.waitFor(() =>
    expect(toasts.error).toHaveBeenCalledWith('Release not removed', 'The server could not be reached.'),
  );
  deleted.mockResolvedValue({ items: [], editorial: true, position: 10 });
  await user.click(screen.getByRole('button', { name: 'Remove the model release from Nov 25, 2026' }));
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Releases' })).toBeNull());
  expect(deleted).toHaveBeenLastCalledWith('/api/content/content-1/releases/r-1');
});
