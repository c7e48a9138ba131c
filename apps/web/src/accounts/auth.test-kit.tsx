import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { ComponentType } from 'react';
import { showRoutes } from '../shell/routes.test-kit.tsx';

export const mara = { id: 'mara', email: 'mara@studio.test', role: 'creator' } as const;
export const acme = { id: 'acme', email: 'buyer@acme.test', role: 'brand' } as const;

interface AuthRefusal {
  readonly error_code?: string;
  readonly msg?: string;
}

/** How the accounts service refuses; its errors have a shape of their own. */
export const authRefusal =
  (status: number, refusal: AuthRefusal, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code: status, ...refusal }, { status, headers });

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
