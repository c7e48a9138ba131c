import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { server } from '../testing/server.test-kit.ts';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { pass, settled, user } from '../testing/user.test-kit.ts';
import { fillDisk, filesSettled, loseFiles, headOf, newFile, picture } from './browser-files.test-kit.ts';
import { deleted, transfers, uploadIdOf } from './sending/transfers.test-kit.ts';
import { pendingUploadOf } from './unfinished/pending-upload.ts';
import { reopenUpload } from './unfinished/reopened-upload.atoms.ts';
import { choose as chooseAs, creator, keptKeys, publish, sending, tokenOf, write } from './upload.test-kit.ts';
import { UploadPage } from './upload.page.tsx';

const photo = picture('fog.jpg');
const choose = (file: File) => chooseAs('Media file', file);
const submit = () => user().click(screen.getByRole('button', { name: 'Upload Content' }));

const open = async () => {
  const routes = [
    { path: '/creator/upload', Component: UploadPage },
    { path: '/creator/dashboard', element: <p>The dashboard</p> },
  ];
  showRoutes(routes, { initialEntries: ['/creator/upload'] });
  await filesSettled();
};

it('[UP-03] [UP-06] product URL rows can be added and removed, except for the last one', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
  await user().click(screen.getByRole('button', { name: 'Add another URL' }));
  await user().click(screen.getByRole('button', { name: 'Remove product URL 1' }));
  expect(screen.getAllByLabelText(/^Product URL \d$/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
});

it('[UP-13] [UP-14] [UP-15] the prices start at 25, 250 and 500 dollars', async () => {
  await open();
  const prices = screen
    .getAllByRole('textbox', { name: /price in US dollars$/ })
    .map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
});

it('[UP-16] [UP-17] [UP-07] [UP-08] an empty form shows its errors in place and in a toast', async () => {
  await open();
  await submit();
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
  expect(screen.getByText('At least one product URL is required')).toBeInTheDocument();
  expect(screen.getByText('Missing media')).toBeInTheDocument();
  expect(toasts()).toEqual([['error', 'No file selected', 'Please select a file to upload']]);
  expect(server.asked(publish)).toEqual([]);
});

it('[UP-09] [UP-10] an invalid URL and a price under $1 are marked while they are typed', async () => {
  await open();
  await user().type(screen.getByLabelText('Product URL 1'), 'acme');
  expect(await screen.findByText('Please enter a valid URL')).toBeInTheDocument();
  const price = screen.getByLabelText('One-Time Use price in US dollars');
  await user().clear(price);
  await user().type(price, '0.5');
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
});

it('[UP-11] [UP-72] at least one license type must be offered; the price of a type that isn’t offered doesn’t matter', async () => {
  await open();
  await user().clear(screen.getByLabelText('One-Time Use price in US dollars'));
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
  for (const offer of screen.getAllByRole('switch')) await user().click(offer);
  expect(await screen.findByText('You must offer at least one license type')).toBeInTheDocument();
  expect(screen.queryByText('Minimum price is $1')).toBeNull();
});

it('[FIX-23] a HEIC without a type is uploaded as one; what is not taken is refused by name, before it is sent', async () => {
  await open();
  await choose(newFile('scan.tif', 'image/tiff', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0)));
  await choose(newFile('nothing.jpg', 'image/jpeg', new Uint8Array()));
  expect(toasts().map(([, title, message]) => [title, message])).toEqual([
    [
      'Invalid file type',
      'scan.tif is a TIFF or camera raw picture, which we don’t take. ' +
        'Please save it as JPEG, PNG, GIF, WebP, AVIF, or HEIC and upload that',
    ],
    ['Empty file', 'This file is empty. Please check that it opens on your device, and choose it again'],
  ]);
  expect(transfers).toHaveLength(0);
  await choose(newFile('IMG_1.HEIC', '', headOf('image/heic')));
  expect((await sending(0)).file).toMatchObject({ name: 'IMG_1.HEIC', type: 'image/heic' });
});

const placed = () => {
  const xmp = '<x:xmpmeta><rdf:Description exif:GPSLatitude="55,36.3N"/></x:xmpmeta>';
  const text = `\xff\xd8\xff\xe0....${xmp}`;
  return newFile(
    'fog.jpg',
    'image/jpeg',
    Uint8Array.from(text, (character) => character.charCodeAt(0)),
  );
};

it('[FIX-24] a creator is told of a place in the file, and removes it with one press before it is published', async () => {
  await open();
  const file = placed();
  await choose(file);
  expect(await screen.findByText('This file tells where the shot was taken')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Remove these details' }));
  await filesSettled();
  expect(transfers[0]?.isStopped).toBe(true);
  const sent = (await sending(1)).file;
  expect(sent.size).toBe(file.size);
  expect(await sent.text()).not.toContain('GPSLatitude');
  expect(screen.queryByText('This file tells where the shot was taken')).toBeNull();
});

it('[MEDIA-01] [MEDIA-02] [MEDIA-03] a file of another type, or above 100MB, is not taken', async () => {
  await open();
  await choose(newFile('notes.txt', 'text/plain'));
  expect(toasts()).toEqual([['error', 'Invalid file type', 'Please upload an image or video file']]);
  const huge = newFile('film.mp4', 'video/mp4');
  Object.defineProperty(huge, 'size', { value: 100 * 1024 * 1024 + 1 });
  await choose(huge);
  expect(toasts().at(-1)).toEqual(['error', 'File too large', 'Maximum file size is 100MB']);
  expect(transfers).toHaveLength(0);
});

const fill = async (productUrl = 'https://acme.example') => {
  await open();
  await choose(photo);
  fireEvent.load(screen.getByAltText('Preview of fog.jpg'));
  write('Brand Name', 'Acme');
  write('Product URL 1', productUrl);
  await submit();
  await screen.findByRole('button', { name: 'Waiting for the upload…' });
};

it('[UP-18] [UP-19] [UP-20] [UP-73] a submit waits for the media, saves the content, and goes to the dashboard', async () => {
  await fill();
  expect(toasts()).toEqual([['success', 'File processed']]);
  expect(server.asked(publish)).toEqual([]);
  await transfers[0]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts()).toEqual([
    ['success', 'File processed'],
    ['success', 'Upload successful'],
    ['success', 'Content uploaded'],
  ]);
  expect(server.bodies(publish)).toEqual([
    expect.objectContaining({
      uploadId: uploadIdOf('fog.jpg'),
      brandName: 'Acme',
      productUrls: ['https://acme.example'],
      sixMonthPrice: 250,
    }),
  ]);
});

it('[FIX-35] a product URL without https:// is published with it', async () => {
  await fill('acme.example/boots');
  await transfers[0]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(server.bodies(publish)).toEqual([expect.objectContaining({ productUrls: ['https://acme.example/boots'] })]);
});

it('[FIX-35] of several product URLs, only those that are none are marked', async () => {
  await open();
  write('Product URL 1', 'acme.example');
  await user().click(screen.getByRole('button', { name: 'Add another URL' }));
  write('Product URL 2', 'acme');
  const words = 'Please enter a valid URL';
  await waitFor(() => expect(screen.getByLabelText('Product URL 2')).toHaveAccessibleDescription(words));
  expect(screen.getByLabelText('Product URL 1')).not.toHaveAccessibleDescription();
});

it('[UP-21] a refused save says why and keeps the input', async () => {
  server.refuse(publish, 422, { message: 'The media is gone.' });
  await fill();
  await transfers[0]?.store();
  expect(await screen.findByText(/The media is gone\./, { selector: '[role=alert]' })).toBeInTheDocument();
  expect(toasts().at(-1)).toEqual(['error', 'Upload failed', 'The media is gone.']);
  expect(toasts().filter(([kind]) => kind === 'error')).toHaveLength(1);
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Acme');
});

it('[UP-21] a refused save without a message has a default message', async () => {
  server.refuse(publish, 422, { message: '' });
  await fill();
  await transfers[0]?.store();
  await waitFor(() => expect(toasts().at(-1)).toEqual(['error', 'Upload failed', 'An error occurred during upload']));
});

it('[UP-22] a thrown value that is no error has a default message', async () => {
  const unreadable = Object.assign(new Response(), { json: vi.fn().mockRejectedValue('thrown') });
  server.answer(publish, unreadable);
  await fill();
  await transfers[0]?.store();
  const words = 'An unexpected error occurred during upload';
  await waitFor(() => expect(toasts().at(-1)).toEqual(['error', 'Upload failed', words]));
});

it('the form opens once with the fields of a pending upload that could not be saved', async () => {
  const pending = {
    brandName: 'Northwind',
    productUrls: ['https://northwind.example'],
    oneTimePrice: 40,
    offerOneTime: true,
  };
  reopenUpload({ pending: pendingUploadOf(pending, creator.id), file: photo });
  await open();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
  expect(screen.getByLabelText('One-Time Use price in US dollars')).toHaveValue('40');
  expect(screen.getByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(transfers).toHaveLength(1);
  cleanup();
  await open();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('');
});

/** Closes the tab and opens the page in a new one. */
const reopen = async () => {
  cleanup();
  await open();
};

const type = async () => {
  await open();
  await choose(photo);
  write('Brand Name', 'Northwind');
  write('Product URL 1', 'https://northwind.example');
  write('Tags', 'boots, dawn');
  await settled();
  await (await sending(0)).place('/api/uploads/one');
};

it('the file and input are back after the tab was closed, and the upload resumes where it was', async () => {
  await type();
  await reopen();
  expect(transfers[0]?.isStopped).toBe(true);
  expect(deleted).toEqual([]);
  expect(screen.getByText('Your unfinished upload is back')).toBeInTheDocument();
  expect(screen.getByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
  expect(screen.getByLabelText('Tags')).toHaveValue('boots, dawn');
  expect((await sending(1)).options.uploadUrl).toBe('/api/uploads/one');
});

it('a published upload does not come back', async () => {
  await type();
  await submit();
  await transfers[0]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  await reopen();
  expect(screen.queryByText('Your unfinished upload is back')).toBeNull();
  expect(keptKeys()).toEqual([]);
});

it('it is discarded only after a confirmation, and then for good', async () => {
  await type();
  await reopen();
  await user().click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard this upload?');
  await user().click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  await user().click(screen.getByRole('button', { name: 'Discard' }));
  const question = await screen.findByRole('alertdialog');
  await user().click(question.querySelector('button:last-of-type') ?? question);
  await waitFor(() => expect(screen.getByLabelText('Brand Name')).toHaveValue(''));
  expect(transfers[1]?.isStopped).toBe(true);
  expect(deleted).toEqual(['/api/uploads/one']);
  expect(keptKeys()).toEqual([]);
  await reopen();
  expect(screen.queryByText('Your unfinished upload is back')).toBeNull();
});

it('a file that the browser has deleted is named, and the input is back anyway', async () => {
  await type();
  loseFiles();
  await reopen();
  expect(screen.getByText(/“fog.jpg” is no longer in this browser/)).toBeInTheDocument();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
});

it('after a sign-out the file is sent again, and another account doesn’t see it', async () => {
  await type();
  cleanup();
  await signIn({ id: creator.id, accessToken: tokenOf('session-2') });
  await open();
  expect(screen.getByText('Your unfinished upload is back')).toBeInTheDocument();
  expect((await sending(1)).options.uploadUrl).toBeUndefined();
  cleanup();
  await signIn({ id: 'another-creator' });
  await open();
  expect(screen.queryByText('Your unfinished upload is back')).toBeNull();
});

it('if the browser has no space for the file, the page says to keep the tab open', async () => {
  await open();
  fillDisk();
  await choose(photo);
  expect(await screen.findByText('Keep this tab open')).toBeInTheDocument();
});

it('[GAL-14] title and tags come first, suggested from the file; cleared ones stay cleared when it is restored', async () => {
  await open();
  await choose(picture('harbor-at-dawn_v2.jpg'));
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Harbor at dawn'));
  const [first] = screen.getAllByRole('textbox');
  expect(first).toBe(screen.getByLabelText('Title'));
  write('Title', '');
  write('Description', 'Boats');
  await reopen();
  expect(screen.getByLabelText('Description')).toHaveValue('Boats');
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

it('a file that was uploaded before is named with its item, and can be published anyway', async () => {
  await type();
  await transfers[0]?.store({ id: 'content-7', title: 'Harbour fog' });
  expect(await screen.findByText('You already uploaded this file as “Harbour fog”.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit “Harbour fog”' })).toHaveAttribute('href', '/creator/edit/content-7');
  await submit();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
});

it('the page shows a lost connection, a pause and the speed, and says when a video’s clip is made', async () => {
  await open();
  const film = new Uint8Array(10 * 1024 * 1024);
  film.set(headOf('video/mp4'));
  await choose(newFile('waves.mp4', 'video/mp4', film));
  const transfer = await sending(0);
  transfer.report(0);
  await pass(5_000);
  transfer.report(5 * 1024 * 1024);
  expect(screen.getByText('Uploading 5.0 MB of 10.0 MB, 50%')).toBeInTheDocument();
  expect(screen.getByText('1.0 MB/s, about 5 s left')).toBeInTheDocument();
  transfer.loseConnection();
  expect(screen.getByText('Connection lost. Trying again…')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByText('Paused at 5.0 MB of 10.0 MB, 50%')).toBeInTheDocument();
  await user().click(screen.getByRole('button', { name: 'Resume' }));
  await (await sending(1)).store();
  expect(await screen.findByText('It goes on sale with its preview clip')).toBeInTheDocument();
});

const dragged = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } });

/** What was copied: files, and what stands beside them. */
const copied = (file: File, beside: Readonly<Record<string, string>> = {}) => ({
  clipboardData: { files: [file], getData: (type: string) => beside[type] ?? '' },
});

it('a file can be dropped anywhere on the page, which highlights it, or pasted', async () => {
  await open();
  fireEvent.dragEnter(document.body, dragged(photo));
  expect(await screen.findByText('Drop anywhere')).toBeInTheDocument();
  fireEvent.drop(document.body, dragged(photo));
  await filesSettled();
  expect(await screen.findByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(screen.queryByText('Drop anywhere')).toBeNull();
  fireEvent.drop(document.body, dragged(picture('dunes.jpg')));
  await filesSettled();
  expect(toasts()).toEqual([['info', 'One file at a time', expect.any(String)]]);
  await user().click(screen.getByRole('button', { name: 'Cancel upload' }));
  fireEvent.paste(document.body, copied(picture('pasted.png')));
  await filesSettled();
  expect(await screen.findByAltText('Preview of pasted.png')).toBeInTheDocument();
});

const isPreviewed = (name: string) => screen.queryByAltText(`Preview of ${name}`) !== null;

it.each([
  ['a word processor', { 'text/plain': 'Boots at dawn', 'text/html': '<p>Boots at dawn</p>' }],
  ['a spreadsheet', { 'text/plain': 'fog.jpg\t25.00\r\nweir.jpg\t30.00', 'text/rtf': '{\\rtf1}' }],
  [
    'a web page with words around a picture',
    { 'text/plain': 'Dunes ', 'text/html': 'Dunes <img src="https://a/d.png">' },
  ],
  ['an address bar', { 'text/plain': 'https://boots.example/dunes' }],
])('[FIX-32] words pasted from %s are words, though a picture of them is beside', async (_source, beside) => {
  await open();
  fireEvent.paste(screen.getByLabelText('Title'), copied(picture('image.png'), beside));
  await filesSettled();
  expect(isPreviewed('image.png')).toBe(false);
});

it.each([
  ['a file manager, with its name', { 'text/plain': 'image.png' }],
  ['a file manager, with its address', { 'text/plain': 'file:///home/mara/image.png\n' }],
  ['a web page, as its picture', { 'text/html': '<img src="https://a/d.png">' }],
  [
    'a web page, as its picture with its address',
    { 'text/plain': 'https://a/d.png', 'text/html': '<img src="https://a/d.png">' },
  ],
])('[FIX-32] a picture pasted from %s is uploaded', async (_source, beside) => {
  await open();
  fireEvent.paste(document.body, copied(picture('image.png'), beside));
  await filesSettled();
  expect(isPreviewed('image.png')).toBe(true);
});

it('[FIX-32] a picture of the page that is dragged within it is no upload; one from elsewhere is, afterward', async () => {
  await open();
  fireEvent.dragStart(document.body);
  fireEvent.dragEnter(document.body, dragged(photo));
  expect(screen.queryByText('Drop anywhere')).toBeNull();
  fireEvent.drop(document.body, dragged(photo));
  await filesSettled();
  expect(isPreviewed('fog.jpg')).toBe(false);
  fireEvent.dragEnd(document.body);
  fireEvent.drop(document.body, dragged(photo));
  await filesSettled();
  expect(isPreviewed('fog.jpg')).toBe(true);
});
