import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, waitFor } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { system } from '../../theme/system.ts';

/** The settings are read only once per page load, so the badge is imported anew for each host. */
const open = async (publicHost: string) => {
  vi.resetModules();
  server.answer('GET /api/config', { public_host: publicHost });
  const [{ BetaBadge }, { configAtom }, { Provider, createStore }] = await Promise.all([
    import('./beta-badge.tsx'),
    import('../../ordering/config.atoms.ts'),
    import('jotai'),
  ]);
  const store = createStore();
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <BetaBadge />
      </ChakraProvider>
    </Provider>,
  );
  await waitFor(() => expect(store.get(configAtom)).toBeDefined());
};

test('[NAV-18][NAV-19] the badge is shown on the host that the operator names', async () => {
  await open(window.location.hostname);
  expect(await screen.findByText('Beta')).toBeVisible();
});

test.each(['tessera.example', ''])('[NAV-18][NAV-19] the badge is not shown on any other host (%s)', async (host) => {
  await open(host);
  expect(screen.queryByText('Beta')).toBeNull();
});
