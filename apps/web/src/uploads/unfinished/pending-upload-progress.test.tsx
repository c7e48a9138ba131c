import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { pendingUploadOf } from './pending-upload.ts';
import { ApiError } from '../../kernel/send.ts';
import { UploadFailed } from '../sending/upload-failed.ts';
import { system } from '../../theme/system.ts';
import { PendingUploadProgress } from './pending-upload-progress.tsx';
import { useReopenedUpload } from './reopened-upload.atoms.ts';

const { kept, read, toasts } = vi.hoisted(() => ({
  kept: {
    hasPendingUpload: vi.fn<() => boolean>(),
    initialUploadBecomesPending: vi.fn<() => Promise<void>>(),
    isSavingPendingUpload: vi.fn<() => boolean>(),
    savePendingUpload: vi.fn<() => Promise<'saved' | 'nothing'>>(),
    takePendingUpload: vi.fn<() => Promise<unknown>>(),
  },
  read: vi.fn<() => Promise<unknown>>(),
  toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('../../kernel/send.ts', async (original) => ({ ...(await original<object>()), get: read }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('./pending-upload.ts', async (original) => ({ ...(await original<object>()), ...kept }));

const UploadForm = () => <p>The form for {useReopenedUpload()?.fields.brandName}</p>;

const open = (state?: object) =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[{ pathname: '/creator/dashboard', state }]}>
          <Routes>
            <Route path="/creator/dashboard" element={<PendingUploadProgress />} />
            <Route path="/creator/upload" element={<UploadForm />} />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );

const preparing = ['Upload Pending', 'Your initial content is being prepared for upload.'];

beforeEach(() => {
  vi.resetAllMocks();
  kept.hasPendingUpload.mockReturnValue(true);
  kept.isSavingPendingUpload.mockReturnValue(false);
  kept.initialUploadBecomesPending.mockResolvedValue();
  kept.savePendingUpload.mockResolvedValue('saved');
  kept.takePendingUpload.mockResolvedValue({ pending: pendingUploadOf({ brandName: 'Northwind' }, null), file: null });
  read.mockResolvedValue({ items: [], next_cursor: null });
});

it('[UP-60] [UP-63] when the dashboard loads, a pending upload is published and the list is loaded again', async () => {
  open();
  await vi.waitFor(() =>
    expect(read).toHaveBeenCalledWith(expect.stringMatching(/^[/]api[/]content[/]mine[?]/), expect.anything()),
  );
  expect(toasts.info.mock.calls).toEqual([preparing]);
  expect(kept.savePendingUpload).toHaveBeenCalledTimes(1);
  expect(kept.initialUploadBecomesPending).not.toHaveBeenCalled();
});

it.each([{ fromInitialUpload: true }, { fromUpload: true }])(
  'coming from the initial upload, it is saved: %o',
  async (state) => {
    open(state);
    await vi.waitFor(() => expect(kept.savePendingUpload).toHaveBeenCalledTimes(1));
    expect(kept.initialUploadBecomesPending).toHaveBeenCalledTimes(1);
  },
);

it('without a pending upload, nothing is shown', async () => {
  kept.hasPendingUpload.mockReturnValue(false);
  open({ fromUpload: true });
  await vi.waitFor(() => expect(kept.hasPendingUpload).toHaveBeenCalled());
  expect(toasts.info).not.toHaveBeenCalled();
  expect(kept.savePendingUpload).not.toHaveBeenCalled();
});

it.each([
  new ApiError(422, 'invalid_input', 'Invalid', 'Minimum price is $1'),
  new UploadFailed('Please upload an image or video file'),
])(
  '[UP-66] [UP-67] if it can’t be saved, that is reported, it is removed, and the form opens with its fields: %s',
  async (error) => {
    kept.savePendingUpload.mockRejectedValue(error);
    open();
    expect(await screen.findByText('The form for Northwind')).toBeInTheDocument();
    expect(toasts.error.mock.calls).toEqual([['Upload Processing Failed', error.message]]);
    expect(kept.takePendingUpload).toHaveBeenCalledTimes(1);
  },
);

it('[UP-68] if processing throws, that is reported', async () => {
  kept.savePendingUpload.mockRejectedValue(new SyntaxError('Unexpected end of JSON input'));
  kept.takePendingUpload.mockResolvedValue(null);
  open();
  await vi.waitFor(() =>
    expect(toasts.error.mock.calls).toEqual([['Error Processing Upload', 'Unexpected end of JSON input']]),
  );
});

it('[UP-64] one that the sign-up is still saving is left alone, and kept if that fails', async () => {
  kept.isSavingPendingUpload.mockReturnValue(true);
  const failed = Promise.reject(new Error('The shop is closed.'));
  kept.savePendingUpload.mockReturnValue(failed);
  open({ fromUpload: true });
  await vi.waitFor(() => expect(kept.savePendingUpload).toHaveBeenCalledTimes(1));
  await failed.catch(() => undefined);
  expect(toasts.info).not.toHaveBeenCalled();
  expect(toasts.error).not.toHaveBeenCalled();
  expect(kept.takePendingUpload).not.toHaveBeenCalled();
});
