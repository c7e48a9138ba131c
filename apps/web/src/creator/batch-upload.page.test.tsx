import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { tagsOfBrand, titleOf } from './batch-upload.atoms.ts';
import { BatchLeftovers } from './batch-leftovers.tsx';
import { BatchUploadPage } from './batch-upload.page.tsx';

interface Sending {
  readonly name: string;
  readonly store: () => void;
  readonly fail: (message: string) => void;
}

const { sent, told, sendings } = vi.hoisted(() => ({
  sent: vi.fn<(path: string, body: { title: string }) => Promise<unknown>>(),
  told: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
  sendings: [] as Sending[],
}));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('../kernel/send.ts', () => ({
  ApiError: class extends Error {},
  get: () => Promise.resolve({ items: [], next_cursor: null }),
  post: sent,
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: told }));
vi.mock('../kernel/media-upload.ts', () => ({
  startMediaUpload: (file: File) => ({
    stored: new Promise<string>((resolve, reject) => {
      const store = () => resolve(`upload of ${file.name}`);
      sendings.push({ name: file.name, store, fail: (message) => reject(new Error(message)) });
    }),
  }),
}));

const picture = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });

const open = () => {
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={['/creator/batch-upload']}>
          <Routes>
            <Route path="/creator/batch-upload" element={<BatchUploadPage />} />
            <Route
              path="/creator/dashboard"
              element={
                <>
                  <p>The dashboard</p>
                  <BatchLeftovers />
                </>
              }
            />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  return userEvent.setup();
};

const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Media files'), { target: { files } });
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const process = (files: number) =>
  userEvent.click(screen.getByRole('button', { name: `Process Batch Upload (${files} files)` }));
const sending = (index: number) => vi.waitFor(() => sendings[index] ?? Promise.reject(new Error('not yet')));

const start = async (...names: string[]) => {
  open();
  choose(...names.map(picture));
  write('Brand Name', 'The Acme of it');
  write('Product URL 1', 'https://acme.example');
  await process(names.length);
};

beforeEach(() => {
  vi.clearAllMocks();
  sendings.length = 0;
  sent.mockResolvedValue({});
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

it('[UP-23] [UP-24] [UP-25] [UP-27] several files are chosen at once, shown, and can be removed', async () => {
  const user = open();
  expect(screen.getByLabelText('Media files')).toHaveAttribute('multiple');
  choose(picture('fog.jpg'), picture('dunes.jpg'), picture('pier.jpg'));
  for (const name of ['fog', 'dunes', 'pier'])
    expect(screen.getByAltText(`Preview of ${name}.jpg`)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Process Batch Upload (3 files)' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove dunes.jpg' }));
  expect(screen.queryByAltText('Preview of dunes.jpg')).toBeNull();
  expect(screen.getByRole('button', { name: 'Process Batch Upload (2 files)' })).toBeInTheDocument();
});

it('[UP-26] [UP-28] has the brand and pricing form of the single upload, and refuses to process no file', async () => {
  open();
  for (const label of ['Brand Name', 'Product URL 1', 'Notes'])
    expect(screen.getByLabelText(label)).toBeInTheDocument();
  const prices = screen.getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
  await process(0);
  expect(told.error.mock.calls).toEqual([['No files selected']]);
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
});

it('[MEDIA-04] [MEDIA-05] says 20MB for each file and takes larger ones all the same; other types are not taken', () => {
  open();
  expect(screen.getByText(/20MB each/)).toBeInTheDocument();
  const film = new File(['film'], 'film.mp4', { type: 'video/mp4' });
  Object.defineProperty(film, 'size', { value: 60 * 1024 * 1024 });
  choose(film, new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect(screen.getByText('film.mp4')).toBeInTheDocument();
  expect(screen.queryByText('notes.txt')).toBeNull();
  expect(told.error.mock.calls).toEqual([['Invalid file type', 'Please upload an image or video file']]);
});

it('[UP-29] [UP-30] [UP-31] [UP-33] [UP-35] files go one after the other, a failed one is skipped and can be tried again', async () => {
  await start('fog.jpg', 'broken.jpg', 'pier.jpg');
  (await sending(0)).store();
  await sending(1);
  expect(sendings.map(({ name }) => name)).toEqual(['fog.jpg', 'broken.jpg']);
  sendings[1]?.fail('Please upload an image or video file');
  (await sending(2)).store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(told.error.mock.calls).toEqual([
    ['Failed to upload broken.jpg', 'Skipping this file and continuing with the rest'],
  ]);
  expect(told.success.mock.calls).toEqual([['Batch upload successful', '2 of 3 files']]);
  expect(sent.mock.calls.map(([, body]) => body.title)).toEqual(['fog', 'pier']);

  await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
  const left = within(await screen.findByRole('list', { name: 'Chosen files' }));
  expect(left.getAllByRole('listitem')).toHaveLength(1);
  expect(left.getByText('Please upload an image or video file')).toBeInTheDocument();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('The Acme of it');
  await process(1);
  (await sending(3)).store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(told.success).toHaveBeenLastCalledWith('Batch upload successful', '1 of 1 files');
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
});

it('[UP-32] [UP-34] a file that cannot be saved is named; a second try does not send its bytes again', async () => {
  sent.mockRejectedValueOnce(new Error('The shop is closed.'));
  await start('fog.jpg');
  (await sending(0)).store();
  await vi.waitFor(() => expect(told.error).toHaveBeenCalledWith('Error saving fog.jpg', 'The shop is closed.'));
  expect(told.error).toHaveBeenLastCalledWith('Upload failed', 'None of the files could be uploaded');
  expect(screen.getByText('Stored, but not saved: The shop is closed.')).toBeInTheDocument();
  await process(1);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(sendings).toHaveLength(1);
});

it('[UP-36] the title of an item is its file’s name without the ending', () => {
  expect(titleOf('Harbour at dawn.jpg')).toBe('Harbour at dawn');
  expect(titleOf('2026.11.20 fog.jpeg')).toBe('2026.11.20 fog');
  expect(titleOf('.jpg')).toBe('.jpg');
});

it('[UP-37] the tags are the words of the brand name that are longer than two characters, in small letters', async () => {
  expect(tagsOfBrand('The Acme of it ACME Bo')).toEqual(['the', 'acme']);
  await start('fog.jpg');
  (await sending(0)).store();
  await screen.findByText('The dashboard');
  expect(sent.mock.calls).toEqual([
    [
      '/api/content',
      expect.objectContaining({
        uploadId: 'upload of fog.jpg',
        title: 'fog',
        tags: ['the', 'acme'],
        sixMonthPrice: 250,
      }),
    ],
  ]);
});
