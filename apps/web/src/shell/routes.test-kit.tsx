import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { queries } from '../kernel/reading/queries.ts';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';

/** Renders routes like a freshly opened app, with its store, its theme and an empty query cache. Returns the router. */
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
