import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { system } from '../../theme/system.ts';

/** The settings are read only once per page load, so the badge is imported anew for each host. */
const open = async (publicHost: string) => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json({ public_host: publicHost }));
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
  await vi.waitFor(() => expect(store.get(configAtom)).toBeDefined());
};

afterEach(() => vi.unstubAllGlobals());

test('[NAV-18][NAV-19] the badge is shown on the host that the operator names', async () => {
  await open(window.location.hostname);
  expect(await screen.findByText('Beta')).toBeVisible();
});

test.each(['tessera.example', ''])('[NAV-18][NAV-19] the badge is not shown on any other host (%s)', async (host) => {
  await open(host);
  expect(screen.queryByText('Beta')).toBeNull();
});
