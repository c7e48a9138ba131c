import { fireEvent, screen, waitFor } from '@testing-library/react';
import { server } from '../testing/server.test-kit.ts';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { filesSettled } from './browser-files.test-kit.ts';
import { transfers } from './sending/transfers.test-kit.ts';

export const publish = 'POST /api/content';

/** The token of a session. */
export const tokenOf = (sessionId: string) => `head.${btoa(JSON.stringify({ session_id: sessionId }))}.signature`;

let accounts = 0;
/** The signed-in creator, another one for each test: the tab keeps the batch of the previous one. */
export const creator = { id: '' };

/** What this browser keeps of unfinished uploads. */
export const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('unfinished'));

/** An upload, as soon as it has started. */
export const sending = (index: number) =>
  waitFor(() => {
    const begun = transfers[index];
    if (!begun) throw new Error('This upload has not started yet');
    return begun;
  });

export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Chooses files, and waits until the browser has stored them. */
export const choose = async (label: 'Media file' | 'Media files', ...chosen: File[]) => {
  fireEvent.change(screen.getByLabelText(label), { target: { files: chosen } });
  await filesSettled();
};

beforeEach(async () => {
  creator.id = `creator-${(accounts += 1)}`;
  server.answer(publish, ({ body }) => {
    const { title } = body as { readonly title: string };
    return { id: `item of ${title}`, title };
  });
  server.answer('GET /api/content/mine', { items: [], next_cursor: null, position: 1 });
  await signIn({ id: creator.id, accessToken: tokenOf('session-1') });
});
