import { ChakraProvider } from '@chakra-ui/react';
import { Provider } from 'jotai';
import { RouterProvider } from 'react-router-dom';
import { store } from './kernel/store.ts';
import { router } from './routes.tsx';
import { system } from './theme/system.ts';

export const App = () => (
  <Provider store={store}>
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>
  </Provider>
);
