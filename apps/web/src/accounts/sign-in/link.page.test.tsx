import { screen } from '@testing-library/react';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { LinkPage } from './link.page.tsx';

const open = (hash: string) =>
  showRoutes([{ path: '*', Component: LinkPage }], { initialEntries: [{ pathname: '/auth/link', hash }] });

test.each([
  ['recovery', 'Choose a new password'],
  ['signup', 'Confirm my address'],
])('[FIX-29] opening a link of type %s sends nothing; pressing “%s” follows it', (type, action) => {
  const link = new URLSearchParams({ token: 'mara.secret', type, redirect_to: 'https://tessera.example/auth' });
  open(`#${link.toString()}`);
  expect(server.asked()).toEqual([]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: action });
  expect(button).toHaveAttribute('type', 'submit');
  expect(button.form).toHaveAttribute('method', 'post');
  expect(button.form).toHaveAttribute('action', `/auth/v1/follow?${link.toString()}`);
});

test.each(['', '#', '#token=mara.secret', '#type=recovery', '#token=mara.secret&type=toString', '#type=signup&token='])(
  '[FIX-29] an incomplete link says so, and offers nothing to press: %j',
  (hash) => {
    open(hash);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This link is incomplete');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth?tab=login');
  },
);
