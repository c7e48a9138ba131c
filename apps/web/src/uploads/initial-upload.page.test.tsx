import 'fake-indexeddb/auto';
import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { InitialUploadPage } from './initial-upload.page.tsx';

const { toasts } = vi.hoisted(() => ({ toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom(null), accessToken: () => Promise.resolve(null) };
});
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));

const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' });

const Auth = () => <p>Sign up with {JSON.stringify(useLocation().state)}</p>;

const open = async () => {
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={['/creator/initial-upload']}>
          <Routes>
            <Route path="/creator/initial-upload" element={<InitialUploadPage />} />
            <Route path="/auth" element={<Auth />} />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  await screen.findByLabelText('Brand Name');
};

const choose = (file: File) => fireEvent.change(screen.getByLabelText('Media file'), { target: { files: [file] } });
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const continueToSignUp = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Sign Up' }));
const fill = async () => {
  await open();
  choose(photo);
  write('Brand Name', 'Northwind');
  write('Product URL 1', 'https://northwind.example');
};

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

it('[UP-44] has the same media, brand and pricing form as the single upload', async () => {
  await open();
  for (const label of ['Media file', 'Brand Name', 'Product URL 1', 'Notes']) {
    expect(screen.getByLabelText(label)).toBeInTheDocument();
  }
  expect(screen.getAllByRole('switch')).toHaveLength(3);
  const prices = screen.getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
});

it('an empty form is refused by the same rules as every upload', async () => {
  await open();
  await continueToSignUp();
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
  expect(screen.getByText('At least one product URL is required')).toBeInTheDocument();
  expect(screen.getByText('Missing media')).toBeInTheDocument();
  expect(toasts.error.mock.calls).toEqual([['No file selected', 'Please select a file to upload']]);
  expect(sessionStorage.getItem('initialUpload')).toBeNull();
});

it('[UP-45] [UP-46] Continue to Sign Up keeps the input and goes to the creator sign-up', async () => {
  await fill();
  await continueToSignUp();
  expect(await screen.findByText(/Sign up with/)).toHaveTextContent(
    'Sign up with {"initialUpload":true,"authType":"signup","userType":"creator"}',
  );
  expect(JSON.parse(sessionStorage.getItem('initialUpload') ?? '')).toMatchObject({
    brandName: 'Northwind',
    productUrls: ['https://northwind.example'],
    mediaFile: { name: 'fog.jpg' },
  });
});

it('[UP-47] if the browser can’t store the upload, the form says so and loses nothing', async () => {
  await fill();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await continueToSignUp();
  await vi.waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Error saving data', expect.any(String)));
  full.mockRestore();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error saving data');
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
});
