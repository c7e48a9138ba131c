import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';

/** Shows pages as the app would: with its store, its looks and a router, which it returns. */
export const showRoutes = (...routes: Parameters<typeof createMemoryRouter>) => {
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
