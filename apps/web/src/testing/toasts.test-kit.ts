import { fireEvent, screen } from '@testing-library/react';
import { pass, settled } from './user.test-kit.ts';

/** The toasts on screen, oldest first: each its kind, its title and, if it has one, its description. */
export const toasts = (): readonly (readonly string[])[] =>
  screen
    .queryAllByRole('status')
    .filter((status) => status.closest('[aria-label="Notifications"]'))
    .map((toast) => [
      toast.dataset['type'] ?? '',
      ...['title', 'description'].flatMap((part) => toast.querySelector(`[data-part=${part}]`)?.textContent ?? []),
    ])
    .toReversed();

const leavingMs = 500;

/** Ends every toast, shown or waiting. */
export const dismissToasts = async () => {
  // The toaster may still be loading.
  await settled();
  for (;;) {
    const [dismiss] = screen.queryAllByRole('button', { name: 'Dismiss' });
    if (!dismiss) return;
    fireEvent.click(dismiss);
    await pass(leavingMs);
  }
};
