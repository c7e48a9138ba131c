import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { toasts } from '../testing/toasts.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { initialUploadBecomesPending } from './unfinished/pending-upload.ts';
import { fillDisk, fillStorage, filesSettled, headOf, newFile, picture } from './browser-files.test-kit.ts';
import { InitialUploadPage } from './initial-upload.page.tsx';

const photo = picture('fog.jpg');

const Auth = () => <p>Sign up with {JSON.stringify(useLocation().state)}</p>;

const open = async () => {
  const routes = [
    { path: '/creator/initial-upload', Component: InitialUploadPage },
    { path: '/auth', Component: Auth },
  ];
  showRoutes(routes, { initialEntries: ['/creator/initial-upload'] });
  await screen.findByLabelText('Brand Name');
};

const choose = (file: File) => fireEvent.change(screen.getByLabelText('Media file'), { target: { files: [file] } });
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const continueToSignUp = () => user().click(screen.getByRole('button', { name: 'Continue to Sign Up' }));
const fill = async () => {
  await open();
  choose(photo);
  await screen.findByText(photo.name);
  write('Brand Name', 'Northwind');
  write('Product URL 1', 'https://northwind.example');
};

it('[UP-44] has the same media, brand and pricing form as the single upload', async () => {
  await open();
  for (const label of ['Media file', 'Brand Name', 'Product URL 1', 'Notes']) {
    expect(screen.getByLabelText(label)).toBeInTheDocument();
  }
  expect(screen.getAllByRole('switch')).toHaveLength(3);
  const prices = screen
    .getAllByRole('textbox', { name: /price in US dollars$/ })
    .map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
});

it('[FIX-23] before the sign-up, files are judged as after it: a HEIC is taken, an AVI video is refused by name', async () => {
  await open();
  choose(
    newFile(
      'old.avi',
      'video/avi',
      Uint8Array.from('RIFF....AVI LIST', (each) => each.charCodeAt(0)),
    ),
  );
  await filesSettled();
  expect(toasts()).toEqual([
    [
      'error',
      'Invalid file type',
      'old.avi is an AVI video, which we don’t take. Please save it as MP4, M4V, MOV, or WebM and upload that',
    ],
  ]);
  choose(newFile('IMG_1.HEIC', 'application/octet-stream', headOf('image/heic')));
  expect(await screen.findByText('IMG_1.HEIC')).toBeInTheDocument();
});

it('an empty form is refused by the same rules as every upload', async () => {
  await open();
  await continueToSignUp();
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
  expect(screen.getByText('At least one product URL is required')).toBeInTheDocument();
  expect(screen.getByText('Missing media')).toBeInTheDocument();
  expect(toasts()).toEqual([['error', 'No file selected', 'Please select a file to upload']]);
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
  const full = fillStorage();
  await continueToSignUp();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error saving data');
  full.mockRestore();
  expect(toasts()).toEqual([['error', 'Error saving data', expect.any(String)]]);
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
});

const later = async () => {
  cleanup();
  // Of the tab that was closed.
  sessionStorage.clear();
  await open();
  await filesSettled();
};

it.each(['before', 'after'])(
  '[FIX-31] file and form that were chosen %s Continue are there again once the browser was closed and opened',
  async (when) => {
    await fill();
    await filesSettled();
    expect(screen.getByText(/, saved in this browser/)).toBeVisible();
    if (when === 'after') {
      await continueToSignUp();
      await screen.findByText(/Sign up with/);
    }
    await later();
    expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
    expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
    expect(screen.getByText('fog.jpg')).toBeVisible();
  },
);

it('[FIX-31] a file that was replaced or removed does not come back; what was typed does', async () => {
  await fill();
  await filesSettled();
  await user().click(screen.getByRole('button', { name: 'Remove file' }));
  choose(picture('dunes.jpg'));
  await filesSettled();
  await later();
  expect(screen.getByText('dunes.jpg')).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Remove file' }));
  await filesSettled();
  await later();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByText('Drop a photo or video here, or choose a file')).toBeVisible();
});

it.each([
  ['files', fillDisk],
  ['text', fillStorage],
])('[FIX-31] a browser without space for %s is not said to have saved the file', async (_what, leaveNoSpace) => {
  leaveNoSpace();
  await fill();
  await filesSettled();
  expect(screen.queryByText(/saved in this browser/)).toBeNull();
  expect(screen.getByText('Keep this tab open')).toBeVisible();
});

it('[FIX-31] what an account has taken over is no longer in the form', async () => {
  await fill();
  await filesSettled();
  await continueToSignUp();
  await screen.findByText(/Sign up with/);
  await act(() => initialUploadBecomesPending('mara'));
  await later();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('');
});
