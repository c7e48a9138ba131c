import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { queries } from '../kernel/reading/queries.ts';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';

/** Shows pages as the app just opened would: with its store, its looks and a router, which it returns; nothing is read yet. */
export const showRoutes = (...routes: Parameters<typeof createMemoryRouter>) => {
  queries.clear();
  const router = createMemoryRouter(...routes);
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>
    </Provider>,
  );
  return router;
};
