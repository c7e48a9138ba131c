import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { queries } from '../kernel/reading/queries.ts';
import { store } from '../kernel/store.ts';
import { Toasts } from '../kernel/toast.tsx';
import { dismissToasts } from '../testing/toasts.test-kit.ts';
import { settled } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';

const show = (
  router: ReturnType<typeof createMemoryRouter>,
  shown: { readonly store: typeof store; readonly Toasts: ComponentType },
) => {
  render(
    <Provider store={shown.store}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
        <shown.Toasts />
      </ChakraProvider>
    </Provider>,
  );
  return router;
};

/** Renders routes like a freshly opened app, with its store, its theme and an empty query cache. Returns the router. */
export const showRoutes = (...routes: Parameters<typeof createMemoryRouter>) => {
  // An atom keeps its query even when the cache is cleared, and would find it fresh: each test begins at the same time.
  for (const query of queries.getQueryCache().getAll()) query.reset();
  queries.clear();
  return show(createMemoryRouter(...routes), { store, Toasts });
};

/**
 * Like `showRoutes`, after a reload: the page knows only what the browser stored, such as who is signed in.
 * @param load imports the page anew
 */
export const showReloaded = async (load: () => Promise<ComponentType>, address = '/') => {
  vi.resetModules();
  const Component = await load();
  const [fresh, toast] = [await import('../kernel/store.ts'), await import('../kernel/toast.tsx')];
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: [address] });
  show(router, { store: fresh.store, Toasts: toast.Toasts });
  await settled();
  return router;
};

afterEach(dismissToasts);
