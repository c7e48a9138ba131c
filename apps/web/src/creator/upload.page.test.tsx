import { ChakraProvider } from '@chakra-ui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { pendingUploadOf } from '../kernel/pending-upload.ts';
import type { MediaUpload, UploadProgress } from '../kernel/media-upload.ts';
import { reopenUpload } from './reopened-upload.atoms.ts';
import { UploadPage } from './upload.page.tsx';

const { sent, told, uploads } = vi.hoisted(() => ({
  sent: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  told: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
  uploads: [] as { tell: (progress: UploadProgress) => void; store: (id: string) => void }[],
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
  startMediaUpload: (file: File, tell: (progress: UploadProgress) => void): MediaUpload => {
    let store: (id: string) => void = () => undefined;
    const stored = new Promise<string>((resolve) => {
      store = (id) => {
        tell({ status: 'stored', bytesTotal: file.size });
        resolve(id);
      };
    });
    uploads.push({ tell, store });
    return { stored, pause: () => undefined, resume: () => undefined, cancel: () => undefined };
  },
}));

const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' });

const open = () => {
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={['/creator/upload']}>
          <Routes>
            <Route path="/creator/upload" element={<UploadPage />} />
            <Route path="/creator/dashboard" element={<p>The dashboard</p>} />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  return userEvent.setup();
};

const choose = (file: File) => fireEvent.change(screen.getByLabelText('Media file'), { target: { files: [file] } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload Content' }));

beforeEach(() => {
  vi.clearAllMocks();
  uploads.length = 0;
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

it('[UP-03] [UP-06] product URL rows are added and removed, but the last one stays', async () => {
  const user = open();
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add another URL' }));
  await user.click(screen.getByRole('button', { name: 'Remove product URL 1' }));
  expect(screen.getAllByLabelText(/^Product URL \d$/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
});

it('[UP-13] [UP-14] [UP-15] the prices start at 25, 250 and 500 dollars', () => {
  open();
  const prices = screen.getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
});

it('[UP-16] [UP-17] [UP-07] [UP-08] an empty form is refused in place and with a toast', async () => {
  open();
  await submit();
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
  expect(screen.getByText('At least one product URL is required')).toBeInTheDocument();
  expect(screen.getByText('Missing media')).toBeInTheDocument();
  expect(told.error.mock.calls).toEqual([['No file selected', 'Please select a file to upload']]);
  expect(sent).not.toHaveBeenCalled();
});

it('[UP-09] [UP-10] a wrong address and a price under 1 are marked while they are typed', async () => {
  const user = open();
  await user.type(screen.getByLabelText('Product URL 1'), 'acme');
  expect(await screen.findByText('Please enter a valid URL')).toBeInTheDocument();
  const price = screen.getByLabelText('One-Time Use price in US dollars');
  await user.clear(price);
  await user.type(price, '0.5');
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
});

it('[UP-11] [UP-72] at least one type must be offered; the price of one that is not offered does not matter', async () => {
  const user = open();
  await user.clear(screen.getByLabelText('One-Time Use price in US dollars'));
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
  for (const offer of screen.getAllByRole('switch')) await user.click(offer);
  expect(await screen.findByText('You must offer at least one license type')).toBeInTheDocument();
  expect(screen.queryByText('Minimum price is $1')).toBeNull();
});

it('[MEDIA-01] [MEDIA-02] [MEDIA-03] a file of another type, or above 100MB, is not taken', () => {
  open();
  choose(new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect(told.error).toHaveBeenLastCalledWith('Invalid file type', 'Please upload an image or video file');
  const huge = new File(['x'], 'film.mp4', { type: 'video/mp4' });
  Object.defineProperty(huge, 'size', { value: 100 * 1024 * 1024 + 1 });
  choose(huge);
  expect(told.error).toHaveBeenLastCalledWith('File too large', 'Maximum file size is 100MB');
  expect(uploads).toHaveLength(0);
});

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const fill = async () => {
  open();
  choose(photo);
  fireEvent.load(screen.getByAltText('Preview of fog.jpg'));
  write('Brand Name', 'Acme');
  write('Product URL 1', 'https://acme.example');
  await submit();
  await screen.findByRole('button', { name: 'Waiting for the upload…' });
};

it('[UP-18] [UP-19] [UP-20] [UP-73] a submit waits for the media, saves the content, and goes to the dashboard', async () => {
  sent.mockResolvedValue({});
  await fill();
  expect(told.success.mock.calls).toEqual([['File processed']]);
  uploads[0]?.store('upload-1');
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(told.success.mock.calls).toEqual([['File processed'], ['Upload successful'], ['Content uploaded']]);
  expect(sent.mock.calls).toEqual([
    [
      '/api/content',
      expect.objectContaining({
        uploadId: 'upload-1',
        brandName: 'Acme',
        productUrls: ['https://acme.example'],
        sixMonthPrice: 250,
      }),
    ],
  ]);
});

it('[UP-21] a refused save says why and keeps what was typed', async () => {
  sent.mockRejectedValue(new Error('The media is gone.'));
  await fill();
  uploads[0]?.store('upload-1');
  expect(await screen.findByText(/The media is gone\./)).toBeInTheDocument();
  expect(told.error.mock.calls).toEqual([['Upload failed', 'The media is gone.']]);
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Acme');
});

it('[UP-21] a refused save without a message has words of its own', async () => {
  sent.mockRejectedValue(new Error(''));
  await fill();
  uploads[0]?.store('upload-1');
  await vi.waitFor(() => expect(told.error).toHaveBeenCalledWith('Upload failed', 'An error occurred during upload'));
});

it('[UP-22] an exception that is no error has words of its own', async () => {
  sent.mockRejectedValue('thrown');
  await fill();
  uploads[0]?.store('upload-1');
  await vi.waitFor(() =>
    expect(told.error).toHaveBeenCalledWith('Upload failed', 'An unexpected error occurred during upload'),
  );
});

it('the form opens once with what a pending upload held that could not be saved', () => {
  const pending = {
    brandName: 'Northwind',
    productUrls: ['https://northwind.example'],
    oneTimePrice: 40,
    offerOneTime: true,
  };
  reopenUpload({ pending: pendingUploadOf(pending, 'creator-1'), file: photo });
  open();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
  expect(screen.getByLabelText('One-Time Use price in US dollars')).toHaveValue(40);
  expect(screen.getByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(uploads).toHaveLength(1);
  cleanup();
  open();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('');
});
