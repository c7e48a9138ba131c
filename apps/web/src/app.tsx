import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Provider } from 'jotai';
import { RouterProvider } from 'react-router-dom';
import { store } from './kernel/store.ts';
import { router } from './routes.tsx';
import { system } from './theme/system.ts';

/** The server's nonce for this page, without which the content security policy would block the styles added here. */
const { nonce = '' } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
const styles = createCache({ key: 'css', nonce });

export const App = () => (
  <Provider store={store}>
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>
    </CacheProvider>
  </Provider>
);
