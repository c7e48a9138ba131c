import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, atom, createStore } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { MediaUpload, UploadProgress, startMediaUpload } from './sending/media-upload.ts';
import { system } from '../theme/system.ts';

/** The toasts that the pages showed. */
export const toasts = { success: vi.fn(), error: vi.fn(), info: vi.fn() };

/** The requests that the pages sent to the server. */
export const sent = vi.fn<(path: string, body: { title: string }) => Promise<unknown>>();

interface Sending {
  readonly file: File;
  /** The address it resumed from. */
  readonly address: string | null;
  readonly report: (progress: UploadProgress) => void;
  /** Answers with the address where the server collects its bytes. */
  readonly place: (address: string | null) => void;
  readonly store: (duplicateOf?: { id: string; title: string }) => void;
  readonly fail: (message: string) => void;
  readonly canceled: () => boolean;
  readonly left: () => boolean;
}

/** The uploads, in the order in which they were started. */
export const transfers: Sending[] = [];

export const sending = (index: number) =>
  waitFor(() => {
    const begun = transfers[index];
    if (!begun) throw new Error('This upload has not started yet');
    return begun;
  });

/** Replaces uploads to the server; the test decides how each one goes. */
const fakeMediaUpload: typeof startMediaUpload = (file, report, options): MediaUpload => {
  let end = 'none';
  const stored = new Promise<string>((resolve, reject) => {
    transfers.push({
      file,
      address: options?.address ?? null,
      report: (progress) => act(() => report(progress)),
      place: (address) => options?.onAddress?.(address),
      store: (duplicateOf) => {
        act(() => report({ status: 'stored', bytesTotal: file.size, duplicateOf: duplicateOf ?? null }));
        resolve(`upload of ${file.name}`);
      },
      fail: (message) => {
        act(() => report({ status: 'failed', bytesTotal: file.size, message }));
        reject(new Error(message));
      },
      canceled: () => end === 'canceled',
      left: () => end === 'left',
    });
  });
  const finish = (how: string) => () => {
    end = how;
  };
  return { stored, pause: vi.fn(), resume: vi.fn(), cancel: finish('canceled'), leave: finish('left') };
};

/** An in-memory file store: jsdom has none, and could not copy its files into one. */
const files = new Map<string, File>();
export const fullBrowser = { full: false };
const storedFiles = {
  storeFile: () => Promise.resolve(),
  readStoredFile: () => Promise.resolve(null),
  deleteStoredFile: () => Promise.resolve(),
  storeUnfinishedFile: (key: string, file: File) =>
    fullBrowser.full ? Promise.reject(new Error('full')) : Promise.resolve(void files.set(key, file)),
  readUnfinishedFile: (key: string) => Promise.resolve(files.get(key) ?? null),
  deleteUnfinishedFiles: (unwanted: (key: string) => boolean) => {
    for (const key of [...files.keys()].filter(unwanted)) files.delete(key);
    return Promise.resolve();
  },
};
/** Deletes the files, as a browser does that needs space. */
export const loseFiles = () => files.clear();

const claims = btoa(JSON.stringify({ session_id: 'session-1' }));
export const creatorSession = { userId: 'creator-1', accessToken: `head.${claims}.signature` };

vi.mock('../kernel/session.ts', () => ({
  sessionAtom: atom(creatorSession),
  accessToken: () => Promise.resolve('token'),
}));
vi.mock('../kernel/send.ts', () => ({
  ApiError: class extends Error {},
  get: () => Promise.resolve({ items: [], next_cursor: null }),
  post: sent,
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('./unfinished/stored-files.ts', () => storedFiles);
vi.mock('./sending/media-upload.ts', () => ({ startMediaUpload: fakeMediaUpload }));

export const picture = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });

export const show = (path: string, pages: Readonly<Record<string, ReactNode>>) => {
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            {Object.entries(pages).map(([address, page]) => (
              <Route key={address} path={address} element={page} />
            ))}
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
  return userEvent.setup();
};

export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const choose = (label: 'Media file' | 'Media files', ...chosen: File[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: chosen } });

/** Starts each test with a browser that was never used before. */
export const resetBrowser = () => {
  vi.clearAllMocks();
  transfers.length = 0;
  files.clear();
  fullBrowser.full = false;
  localStorage.clear();
  sent.mockImplementation((_path, { title }) => Promise.resolve({ id: `item of ${title}`, title }));
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
};
