import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { queries } from '../kernel/reading/queries.ts';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';
import { adminSessionAtom } from './admin-session.atoms.ts';

/** Renders a page for an admin who has just signed in, with nothing loaded yet. */
export const showToAdmin = (address: string, page: ReactNode) => {
  queries.clear();
  store.set(adminSessionAtom, { access_token: 'secret', expires_at: Date.now() / 1_000 + 60 });
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );
};
