import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { ComponentType } from 'react';
import { showRoutes } from '../shell/routes.test-kit.tsx';

export const mara = { id: 'mara', email: 'mara@studio.test', user_metadata: { userType: 'creator' } };
export const acme = { id: 'acme', email: 'buyer@acme.test', user_metadata: { userType: 'brand' } };

type Answer = (path: string, body: unknown) => Response | Promise<Response>;

/** The fake server: called with the path and body of each of the page's requests. */
export const server = vi.fn<Answer>();

/** Answers this path with JSON, and everything else with 404. */
export const answering = (path: string, body: unknown, init: ResponseInit = {}): Answer => {
  const missing = () => Response.json({ error: { code: 'not_found' } }, { status: 404 });
  return (requested) => (requested.startsWith(path) ? Response.json(body, init) : missing());
};

export const stubServer = () =>
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(String(address), window.location.origin);
    return server(`${pathname}${search}`, typeof init?.body === 'string' ? JSON.parse(init.body) : null);
  });

const Arrival = () => {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  return <output aria-label="arrival">{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
};

/** Shows a page at an address; every other address only shows itself and its router state. */
export const openPage = (address: string, Page: ComponentType, state: unknown = null) => {
  const { pathname, search } = new URL(address, window.location.origin);
  return showRoutes(
    [
      { path: pathname, Component: Page },
      { path: '*', Component: Arrival },
    ],
    { initialEntries: [{ pathname, search, state }] },
  );
};

export const arrival = () => screen.findByLabelText('arrival');
