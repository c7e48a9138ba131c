import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, atom, createStore } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { MediaUpload, UploadProgress, startMediaUpload } from './sending/media-upload.ts';
import { system } from '../theme/system.ts';

/** What the pages said in toasts. */
export const told = { success: vi.fn(), error: vi.fn(), info: vi.fn() };

/** What the pages sent to the server. */
export const sent = vi.fn<(path: string, body: { title: string }) => Promise<unknown>>();

interface Sending {
  readonly file: File;
  /** Where it continued. */
  readonly address: string | null;
  readonly tell: (progress: UploadProgress) => void;
  /** The server's place for its bytes. */
  readonly place: (address: string | null) => void;
  readonly store: (duplicateOf?: { id: string; title: string }) => void;
  readonly fail: (message: string) => void;
  readonly canceled: () => boolean;
  readonly left: () => boolean;
}

/** The files on their way, in the order in which they were started. */
export const transfers: Sending[] = [];

export const sending = (index: number) =>
  waitFor(() => {
    const begun = transfers[index];
    if (!begun) throw new Error('Nothing is on its way yet');
    return begun;
  });

/** Stands for the way to the server; the test says how it goes. */
const fakeMediaUpload: typeof startMediaUpload = (file, tell, place): MediaUpload => {
  let end = 'none';
  const stored = new Promise<string>((resolve, reject) => {
    transfers.push({
      file,
      address: place?.address ?? null,
      tell: (progress) => act(() => tell(progress)),
      place: (address) => place?.onAddress?.(address),
      store: (duplicateOf) => {
        act(() => tell({ status: 'stored', bytesTotal: file.size, duplicateOf: duplicateOf ?? null }));
        resolve(`upload of ${file.name}`);
      },
      fail: (message) => {
        act(() => tell({ status: 'failed', bytesTotal: file.size, message }));
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

/** The browser's file store, in memory: jsdom has none, and could not copy its files into one. */
const files = new Map<string, File>();
export const fullBrowser = { full: false };
const waitingFiles = {
  keepFile: () => Promise.resolve(),
  keptFile: () => Promise.resolve(null),
  dropFile: () => Promise.resolve(),
  keepUnfinishedFile: (key: string, file: File) =>
    fullBrowser.full ? Promise.reject(new Error('full')) : Promise.resolve(void files.set(key, file)),
  unfinishedFile: (key: string) => Promise.resolve(files.get(key) ?? null),
  dropUnfinishedFiles: (unwanted: (key: string) => boolean) => {
    for (const key of [...files.keys()].filter(unwanted)) files.delete(key);
    return Promise.resolve();
  },
};
/** As when the browser makes room on its own. */
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
vi.mock('../kernel/toast.tsx', () => ({ toast: told }));
vi.mock('./unfinished/stored-files.ts', () => waitingFiles);
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

/** As in a browser that was never used before. */
export const startAnew = () => {
  vi.clearAllMocks();
  transfers.length = 0;
  files.clear();
  fullBrowser.full = false;
  localStorage.clear();
  sent.mockImplementation((_path, { title }) => Promise.resolve({ id: `item of ${title}`, title }));
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
};
