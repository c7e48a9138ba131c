import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { showReloaded, showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { dismissToasts, toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { filesSettled, headOf, newFile, picture } from '../browser-files.test-kit.ts';
import { JustPublished } from '../just-published.tsx';
import { transfers, uploadIdOf } from '../sending/transfers.test-kit.ts';
import { choose as chooseAs, keptKeys, publish, sending, write } from '../upload.test-kit.ts';
import { BatchUploadPage } from './batch-upload.page.tsx';
import { tagsOfBrand, titleOf } from './listing-draft.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';

const Dashboard = () => (
  <>
    <p>The dashboard</p>
    <JustPublished />
    <UnfinishedUploads />
  </>
);

const open = async () => {
  const routes = [
    { path: '/creator/batch-upload', Component: BatchUploadPage },
    { path: '/creator/dashboard', Component: Dashboard },
  ];
  showRoutes(routes, { initialEntries: ['/creator/batch-upload'] });
  await filesSettled();
};

const choose = (...files: File[]) => chooseAs('Media files', ...files);
const process = (files: number) =>
  user().click(screen.getByRole('button', { name: `Process Batch Upload (${files} files)` }));

const fill = async (...names: string[]) => {
  await open();
  await choose(...names.map(picture));
  write('Brand Name', 'The Acme of it');
  write('Product URL 1', 'https://acme.example');
};
const start = async (...names: string[]) => {
  await fill(...names);
  await process(names.length);
};

it('[UP-23] [UP-24] [UP-25] [UP-27] several files can be chosen at once, are shown, and can be removed', async () => {
  await open();
  expect(screen.getByLabelText('Media files')).toHaveAttribute('multiple');
  await choose(picture('fog.jpg'), picture('dunes.jpg'), picture('pier.jpg'));
  for (const name of ['fog', 'dunes', 'pier'])
    expect(screen.getByAltText(`Preview of ${name}.jpg`)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Process Batch Upload (3 files)' })).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Remove dunes.jpg' }));
  expect(screen.queryByAltText('Preview of dunes.jpg')).toBeNull();
  expect(screen.getByRole('button', { name: 'Process Batch Upload (2 files)' })).toBeInTheDocument();
});

it('[UP-26] [UP-28] has the brand and pricing form of the single upload, and won’t process zero files', async () => {
  await open();
  for (const label of ['Brand Name', 'Product URL 1', 'Notes'])
    expect(screen.getByLabelText(label)).toBeInTheDocument();
  const prices = screen
    .getAllByRole('textbox', { name: /price in US dollars$/ })
    .map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
  await process(0);
  expect(toasts()).toEqual([['error', 'No files selected']]);
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
});

it('[MEDIA-04] [MEDIA-05] says 20MB for each file but accepts larger ones; other types are rejected', async () => {
  await open();
  expect(screen.getByText(/20MB each/)).toBeInTheDocument();
  const film = newFile('film.mp4', 'video/mp4');
  Object.defineProperty(film, 'size', { value: 60 * 1024 * 1024 });
  await choose(film, newFile('notes.txt', 'text/plain'));
  expect(screen.getByText('film.mp4')).toBeInTheDocument();
  expect(screen.queryByText('notes.txt')).toBeNull();
  expect(toasts()).toEqual([['error', 'Invalid file type', 'Please upload an image or video file']]);
});

it('[FIX-23] what a batch does not take is refused at once, once for each reason; the page says how large files may be', async () => {
  await open();
  expect(screen.getByText(/Up to 20MB each uploads fastest, and up to 100 MB each is taken[.]/)).toBeInTheDocument();
  const huge = newFile('film.mp4', 'video/mp4');
  Object.defineProperty(huge, 'size', { value: 100 * 1024 * 1024 + 1 });
  const rough = Uint8Array.from('BM8...', (character) => character.charCodeAt(0));
  await choose(
    newFile('IMG_1.HEIC', '', headOf('image/heic')),
    newFile('old.bmp', 'image/bmp', rough),
    newFile('notes.txt', 'text/plain'),
    newFile('more.txt', 'image/jpeg', 'more words'),
    huge,
  );
  expect(screen.getByText('IMG_1.HEIC')).toBeInTheDocument();
  expect(toasts().map(([, , message]) => message)).toEqual([
    expect.stringMatching(/^old[.]bmp is a BMP picture, which we don’t take[.] Please save it as JPEG/),
    'Please upload an image or video file',
    'Maximum file size is 100MB',
  ]);
  expect(screen.getByRole('button', { name: 'Process Batch Upload (1 files)' })).toBeInTheDocument();
});

it('[FIX-24] a batch tells which files say where they were taken; one press removes it from all of them', async () => {
  await open();
  const text = '\xff\xd8\xff\xe0<x:xmpmeta><rdf:Description exif:GPSLatitude="55,36.3N"/></x:xmpmeta>';
  const placed = (name: string) =>
    newFile(
      name,
      'image/jpeg',
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  await choose(placed('fog.jpg'), picture('dunes.jpg'), placed('pier.jpg'));
  expect(await screen.findByText('2 of these files tell where the shot was taken')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Remove these details' }));
  await filesSettled();
  expect(screen.queryByText(/of these files tell/)).toBeNull();
  write('Brand Name', 'Acme');
  write('Product URL 1', 'https://acme.example');
  await process(3);
  expect(await (await sending(0)).file.text()).not.toContain('GPSLatitude');
  expect((await sending(0)).file.size).toBe(text.length);
});

it('[UP-29] [UP-30] [UP-31] [UP-33] [UP-35] files are uploaded one after another; a failed one is skipped and can be retried', async () => {
  await start('fog.jpg', 'broken.jpg', 'pier.jpg');
  await (await sending(0)).store();
  await sending(1);
  expect(transfers.map(({ file }) => file.name)).toEqual(['fog.jpg', 'broken.jpg']);
  await transfers[1]?.refuse('Please upload an image or video file');
  await (await sending(2)).store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts()).toEqual([
    ['error', 'Failed to upload broken.jpg', 'Skipping this file and continuing with the rest'],
    ['success', 'Batch upload successful', '2 of 3 files'],
  ]);
  expect(server.bodies(publish)).toMatchObject([{ title: 'Fog' }, { title: 'Pier' }]);

  await user().click(screen.getByRole('link', { name: 'Try again' }));
  const remaining = within(await screen.findByRole('list', { name: 'Files in this batch' }));
  expect(remaining.getAllByRole('listitem')).toHaveLength(1);
  expect(remaining.getByText('Please upload an image or video file')).toBeInTheDocument();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('The Acme of it');
  await process(1);
  await (await sending(3)).store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts().at(-1)).toEqual(['success', 'Batch upload successful', '1 of 1 files']);
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
});

it('[UP-32] [UP-34] a file that can’t be saved is named; a retry doesn’t send its bytes again', async () => {
  server.refuseOnce(publish, 503, { message: 'The shop is closed.' });
  await start('fog.jpg');
  await (await sending(0)).store();
  expect(toasts()).toEqual([
    ['error', 'Error saving fog.jpg', 'The shop is closed.'],
    ['error', 'Upload failed', 'None of the files could be uploaded'],
  ]);
  expect(screen.getByText('Uploaded, but not saved: The shop is closed.')).toBeInTheDocument();
  await process(1);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(transfers).toHaveLength(1);
});

it('[FIX-44] a file that failed doesn’t count as ready, and listings that went live are folded away', async () => {
  server.refuseOnce(publish, 503, { message: 'The shop is closed.' });
  await start('fog.jpg');
  await (await sending(0)).store();
  expect(await screen.findByText('0 of 1 file ready, 1 failed')).toBeVisible();
});

it('[UP-36] the title of an item is its file name without the extension', () => {
  expect(titleOf('Harbour at dawn.jpg')).toBe('Harbour at dawn');
  expect(titleOf('2026.11.20 fog.jpeg')).toBe('2026.11.20 fog');
  expect(titleOf('.jpg')).toBe('.jpg');
});

it('[UP-37] the tags are the words of the brand name that are longer than two characters, in lower case', async () => {
  expect(tagsOfBrand('The Acme of it ACME Bo')).toEqual(['the', 'acme']);
  await start('fog.jpg');
  await (await sending(0)).store();
  await screen.findByText('The dashboard');
  expect(server.bodies(publish)).toEqual([
    expect.objectContaining({
      uploadId: uploadIdOf('fog.jpg'),
      title: 'Fog',
      tags: ['the', 'acme'],
      sixMonthPrice: 250,
    }),
  ]);
});

it('a single failed file can be retried; the others stay as they are', async () => {
  await start('fog.jpg', 'pier.jpg');
  await (await sending(0)).refuse('Please upload an image or video file');
  await (await sending(1)).refuse('Please upload an image or video file');
  // Otherwise the next one would have to wait for these.
  await dismissToasts();
  await user().click(await screen.findByRole('button', { name: 'Try pier.jpg again' }));
  expect((await sending(2)).file.name).toBe('pier.jpg');
  await transfers[2]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts()).toEqual([['success', 'Batch upload successful', '1 of 1 files']]);
  expect(screen.getByText('1 file in your batch couldn’t be uploaded')).toBeInTheDocument();
});

it('while it runs it shows how many files are saved and how far each one is, and a waiting file can be removed', async () => {
  await start('fog.jpg', 'pier.jpg', 'dunes.jpg');
  const transfer = await sending(0);
  transfer.report(transfer.file.size / 2);
  expect(await screen.findByText('Uploading, 50%')).toBeInTheDocument();
  transfer.loseConnection();
  expect(await screen.findByText('Connection lost. Trying again…')).toBeInTheDocument();
  expect(screen.getByText('0 of 3 saved')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Whole batch' })).toHaveAttribute('aria-valuenow', '16');
  await user().click(screen.getByRole('button', { name: 'Remove pier.jpg' }));
  await transfers[0]?.store();
  expect((await sending(1)).file.name).toBe('dunes.jpg');
  expect(screen.getByText('1 of 2 saved')).toBeInTheDocument();
  await transfers[1]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts().at(-1)).toEqual(['success', 'Batch upload successful', '2 of 2 files']);
});

it('a file that was uploaded before names its item, and is saved anyway', async () => {
  await start('fog.jpg', 'pier.jpg');
  await (await sending(0)).store({ id: 'content-7', title: 'Harbour fog' });
  expect(await screen.findByRole('link', { name: 'Harbour fog' })).toHaveAttribute('href', '/creator/edit/content-7');
  await (await sending(1)).store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts()).toEqual([
    ['success', 'Batch upload successful', '2 of 2 files'],
    ['info', 'You already uploaded some of these files', 'fog.jpg as “Harbour fog”.'],
  ]);
});

/** Simulates a desktop, where the editor is next to the files. */
const simulateDesktop = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }));
afterEach(() => vi.unstubAllGlobals());

it('[GAL-14] with the keyboard alone, files get their own titles and tags, one file’s prices apply to all, and View listing shows the result', async () => {
  simulateDesktop();
  await open();
  await choose(picture('harbor-at-dawn_v2.jpg'), picture('DSC_0042.jpg'));
  write('Brand Name', 'Acme');
  write('Product URL 1', 'https://acme.example');
  const cards = within(screen.getByRole('list', { name: 'Files in this batch' }));
  expect(cards.getByText('Harbor at dawn')).toBeInTheDocument();
  expect(cards.getByText('No title yet')).toBeInTheDocument();
  act(() => cards.getByRole('button', { name: 'Select harbor-at-dawn_v2.jpg' }).focus());
  await user().keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  await user().keyboard('Boats{Enter}');
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await user().keyboard('Gulls');
  write('Tags', 'sea, dawn');
  write('One-Time Use price in US dollars', '40');
  await user().click(screen.getByRole('button', { name: 'Apply prices to all' }));
  await user().keyboard('{Escape}');
  await user().click(screen.getByRole('button', { name: 'Process Batch Upload (2 files)' }));
  await (await sending(0)).store();
  await (await sending(1)).store();
  await screen.findByText('The dashboard');
  expect(screen.queryByRole('link', { name: /^View listing/ })).toBeNull();
  await user().click(screen.getByRole('button', { name: 'Show the list' }));
  const links = screen.getAllByRole('link', { name: /^View listing/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/marketplace/item of Boats',
    '/marketplace/item of Gulls',
  ]);
  expect(server.bodies(publish)).toMatchObject([
    { title: 'Boats', tags: ['acme'], oneTimePrice: 40 },
    { title: 'Gulls', tags: ['sea', 'dawn'], oneTimePrice: 40 },
  ]);
});

it('[GAL-14] a file without a preview says so, in its accessible name too', async () => {
  simulateDesktop();
  await open();
  await choose(picture('pier.jpg'));
  fireEvent.error(screen.getByAltText('Preview of pier.jpg'));
  expect(screen.getByRole('button', { name: 'Select pier.jpg: No preview' })).toHaveTextContent('No preview');
});

it('[GAL-14] a file with its own brand is published while the others wait and say what they need', async () => {
  simulateDesktop();
  await open();
  await choose(picture('fog.jpg'), picture('pier.jpg'));
  expect(screen.getAllByText('Needs brand name, product URL')).toHaveLength(2);
  await user().click(screen.getByRole('button', { name: 'Select pier.jpg' }));
  write('Title', '');
  write('Brand Name', 'Fjord');
  write('Product URL 1', 'https://fjord.example');
  await process(2);
  await (await sending(0)).store();
  expect(await screen.findByText('1 file in your batch isn’t published yet')).toBeInTheDocument();
  expect(server.bodies(publish)).toMatchObject([{ title: 'pier', brandName: 'Fjord' }]);
});

/** Closes the tab and opens the page in a new one. */
const reopen = async () => {
  cleanup();
  await showReloaded(async () => (await import('./batch-upload.page.tsx')).BatchUploadPage);
  await filesSettled();
};
const restoredFiles = () => within(screen.getByRole('list', { name: 'Files in this batch' })).getAllByRole('listitem');

it('files and input are back after the tab was closed; saved files are neither restored nor sent again', async () => {
  await start('fog.jpg', 'pier.jpg', 'dunes.jpg');
  await (await sending(0)).store();
  await (await sending(1)).place('/api/uploads/two');
  await reopen();
  expect(screen.getByText('Your unfinished batch is back')).toBeInTheDocument();
  expect(screen.getByText(/2 files not saved yet/)).toBeInTheDocument();
  expect(restoredFiles()).toHaveLength(2);
  expect(screen.getByLabelText('Brand Name')).toHaveValue('The Acme of it');
  await process(2);
  const resumed = await sending(2);
  expect([resumed.file.name, resumed.options.uploadUrl]).toEqual(['pier.jpg', '/api/uploads/two']);
});

it('a batch is discarded only after a confirmation, and then for good', async () => {
  await fill('fog.jpg', 'pier.jpg');
  expect(keptKeys()).toHaveLength(1);
  await reopen();
  await user().click(screen.getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Discard this batch?')).toBeInTheDocument();
  await user().click(question.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('button', { name: 'Process Batch Upload (0 files)' })).toBeInTheDocument();
  expect(keptKeys()).toEqual([]);
});
