// Imported first: its mocks of the server must be in place before the pages are.
import {
  choose as chooseAs,
  creatorSession,
  fullBrowser,
  loseFiles,
  picture,
  sending,
  transfers,
  sent,
  show,
  resetBrowser,
  toasts,
  write,
} from './upload.test-kit.tsx';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pendingUploadOf } from './unfinished/pending-upload.ts';
import { reopenUpload } from './unfinished/reopened-upload.atoms.ts';
import { UploadPage } from './upload.page.tsx';

const photo = picture('fog.jpg');
const choose = (file: File) => chooseAs('Media file', file);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload Content' }));

const open = async () => {
  const user = show('/creator/upload', {
    '/creator/upload': <UploadPage />,
    '/creator/dashboard': <p>The dashboard</p>,
  });
  await screen.findByRole('button', { name: 'Upload Content' });
  return user;
};

beforeEach(resetBrowser);

it('[UP-03] [UP-06] product URL rows can be added and removed, except for the last one', async () => {
  const user = await open();
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add another URL' }));
  await user.click(screen.getByRole('button', { name: 'Remove product URL 1' }));
  expect(screen.getAllByLabelText(/^Product URL \d$/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Remove product URL/ })).toBeNull();
});

it('[UP-13] [UP-14] [UP-15] the prices start at 25, 250 and 500 dollars', async () => {
  await open();
  const prices = screen.getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value);
  expect(prices).toEqual(['25', '250', '500']);
});

it('[UP-16] [UP-17] [UP-07] [UP-08] an empty form shows its errors in place and in a toast', async () => {
  await open();
  await submit();
  expect(await screen.findByText('Brand name is required')).toBeInTheDocument();
  expect(screen.getByText('At least one product URL is required')).toBeInTheDocument();
  expect(screen.getByText('Missing media')).toBeInTheDocument();
  expect(toasts.error.mock.calls).toEqual([['No file selected', 'Please select a file to upload']]);
  expect(sent).not.toHaveBeenCalled();
});

it('[UP-09] [UP-10] an invalid URL and a price under $1 are marked while they are typed', async () => {
  const user = await open();
  await user.type(screen.getByLabelText('Product URL 1'), 'acme');
  expect(await screen.findByText('Please enter a valid URL')).toBeInTheDocument();
  const price = screen.getByLabelText('One-Time Use price in US dollars');
  await user.clear(price);
  await user.type(price, '0.5');
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
});

it('[UP-11] [UP-72] at least one license type must be offered; the price of a type that isn’t offered doesn’t matter', async () => {
  const user = await open();
  await user.clear(screen.getByLabelText('One-Time Use price in US dollars'));
  expect(await screen.findByText('Minimum price is $1')).toBeInTheDocument();
  for (const offer of screen.getAllByRole('switch')) await user.click(offer);
  expect(await screen.findByText('You must offer at least one license type')).toBeInTheDocument();
  expect(screen.queryByText('Minimum price is $1')).toBeNull();
});

it('[MEDIA-01] [MEDIA-02] [MEDIA-03] a file of another type, or above 100MB, is not taken', async () => {
  await open();
  choose(new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect(toasts.error).toHaveBeenLastCalledWith('Invalid file type', 'Please upload an image or video file');
  const huge = new File(['x'], 'film.mp4', { type: 'video/mp4' });
  Object.defineProperty(huge, 'size', { value: 100 * 1024 * 1024 + 1 });
  choose(huge);
  expect(toasts.error).toHaveBeenLastCalledWith('File too large', 'Maximum file size is 100MB');
  expect(transfers).toHaveLength(0);
});

const fill = async () => {
  await open();
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
  expect(toasts.success.mock.calls).toEqual([['File processed']]);
  transfers[0]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(toasts.success.mock.calls).toEqual([['File processed'], ['Upload successful'], ['Content uploaded']]);
  expect(sent.mock.calls).toEqual([
    [
      '/api/content',
      expect.objectContaining({
        uploadId: 'upload of fog.jpg',
        brandName: 'Acme',
        productUrls: ['https://acme.example'],
        sixMonthPrice: 250,
      }),
    ],
  ]);
});

it('[UP-21] a refused save says why and keeps the input', async () => {
  sent.mockRejectedValue(new Error('The media is gone.'));
  await fill();
  transfers[0]?.store();
  expect(await screen.findByText(/The media is gone\./)).toBeInTheDocument();
  expect(toasts.error.mock.calls).toEqual([['Upload failed', 'The media is gone.']]);
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Acme');
});

it('[UP-21] a refused save without a message has a default message', async () => {
  sent.mockRejectedValue(new Error(''));
  await fill();
  transfers[0]?.store();
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Upload failed', 'An error occurred during upload'));
});

it('[UP-22] a thrown value that is no error has a default message', async () => {
  sent.mockRejectedValue('thrown');
  await fill();
  transfers[0]?.store();
  await waitFor(() =>
    expect(toasts.error).toHaveBeenCalledWith('Upload failed', 'An unexpected error occurred during upload'),
  );
});

it('the form opens once with the fields of a pending upload that could not be saved', async () => {
  const pending = {
    brandName: 'Northwind',
    productUrls: ['https://northwind.example'],
    oneTimePrice: 40,
    offerOneTime: true,
  };
  reopenUpload({ pending: pendingUploadOf(pending, 'creator-1'), file: photo });
  await open();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
  expect(screen.getByLabelText('One-Time Use price in US dollars')).toHaveValue(40);
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
  choose(photo);
  write('Brand Name', 'Northwind');
  write('Product URL 1', 'https://northwind.example');
  write('Tags', 'boots, dawn');
  (await sending(0)).place('/api/uploads/one');
};

it('the file and input are back after the tab was closed, and the upload resumes where it was', async () => {
  await type();
  await reopen();
  expect(transfers[0]?.left()).toBe(true);
  expect(screen.getByText('Your unfinished upload is back')).toBeInTheDocument();
  expect(screen.getByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  expect(screen.getByLabelText('Product URL 1')).toHaveValue('https://northwind.example');
  expect(screen.getByLabelText('Tags')).toHaveValue('boots, dawn');
  expect((await sending(1)).address).toBe('/api/uploads/one');
});

it('a published upload does not come back', async () => {
  await type();
  await submit();
  transfers[0]?.store();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  await reopen();
  expect(screen.queryByText('Your unfinished upload is back')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('it is discarded only after a confirmation, and then for good', async () => {
  await type();
  await reopen();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard this upload?');
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Brand Name')).toHaveValue('Northwind');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(question.querySelector('button:last-of-type') ?? question);
  await waitFor(() => expect(screen.getByLabelText('Brand Name')).toHaveValue(''));
  expect(transfers[1]?.canceled()).toBe(true);
  expect(localStorage).toHaveLength(0);
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
  const key = Object.keys(localStorage)[0] ?? '';
  const saved = localStorage.getItem(key) ?? '';
  localStorage.setItem(key, saved.replace('session-1', 'session-0'));
  await reopen();
  expect((await sending(1)).address).toBeNull();
  cleanup();
  localStorage.setItem(key.replace(creatorSession.userId, 'creator-2'), saved);
  localStorage.removeItem(key);
  await open();
  expect(screen.queryByText('Your unfinished upload is back')).toBeNull();
});

it('if the browser has no space for the file, the page says to keep the tab open', async () => {
  await open();
  fullBrowser.full = true;
  choose(photo);
  expect(await screen.findByText('Keep this tab open')).toBeInTheDocument();
});

it('[GAL-14] title and tags come first, suggested from the file; cleared ones stay cleared when it is restored', async () => {
  await open();
  choose(picture('harbor-at-dawn_v2.jpg'));
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
  transfers[0]?.store({ id: 'content-7', title: 'Harbour fog' });
  expect(await screen.findByText('You already uploaded this file as “Harbour fog”.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit “Harbour fog”' })).toHaveAttribute('href', '/creator/edit/content-7');
  await submit();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
});

it('the page shows a lost connection, a pause and the speed, and says when a video’s clip is made', async () => {
  await open();
  choose(new File(['film'], 'waves.mp4', { type: 'video/mp4' }));
  const { report, store } = await sending(0);
  const bytesTotal = 10 * 1024 * 1024;
  const bytesSent = bytesTotal / 2;
  report({ status: 'uploading', bytesSent, bytesTotal, bytesPerSecond: 1024 * 1024 });
  expect(await screen.findByText('Uploading 5.0 MB of 10.0 MB, 50%')).toBeInTheDocument();
  expect(screen.getByText('1.0 MB/s, about 5 s left')).toBeInTheDocument();
  report({ status: 'reconnecting', bytesSent, bytesTotal });
  expect(await screen.findByText('Connection lost. Trying again…')).toBeInTheDocument();
  report({ status: 'paused', bytesSent, bytesTotal });
  expect(await screen.findByText('Paused at 5.0 MB of 10.0 MB, 50%')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Resume' })).toBeInTheDocument();
  store();
  expect(await screen.findByText(/This happens automatically/)).toBeInTheDocument();
});

const dragged = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } });

it('a file can be dropped anywhere on the page, which highlights it, or pasted', async () => {
  await open();
  fireEvent.dragEnter(document.body, dragged(photo));
  expect(await screen.findByText('Drop anywhere')).toBeInTheDocument();
  fireEvent.drop(document.body, dragged(photo));
  expect(await screen.findByAltText('Preview of fog.jpg')).toBeInTheDocument();
  expect(screen.queryByText('Drop anywhere')).toBeNull();
  fireEvent.drop(document.body, dragged(picture('dunes.jpg')));
  expect(toasts.info).toHaveBeenCalledWith('One file at a time', expect.anything());
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
  fireEvent.paste(document.body, { clipboardData: { files: [picture('pasted.png')] } });
  expect(await screen.findByAltText('Preview of pasted.png')).toBeInTheDocument();
});
