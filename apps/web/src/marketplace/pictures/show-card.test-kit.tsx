import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import type { ComponentType } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { Toasts } from '../../kernel/toast.tsx';
import { dismissToasts } from '../../testing/toasts.test-kit.ts';
import { user as someone } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';
import type { CardProps } from './card-frame.tsx';

/** A sample with a price for each license type. */
export const arches: MarketItem = {
  ...(samples[2] as MarketItem),
  one_time_price: 25,
  six_month_price: 250,
  perpetual_price: 500,
};

const place = { left: 0, top: 0, width: 420, height: 315 };

const Arrival = () => <output>{JSON.stringify(useLocation().state)}</output>;

/** jsdom doesn't know what is hovered: the journeys test what can be pressed only then. */
export const user = () => someone({ pointerEventsCheck: 0 });

interface ShownCard extends Omit<CardProps, 'place'> {
  readonly store?: ReturnType<typeof createStore>;
}

/** Shows a card alone on a page, from which it leads to others. */
export const showCard = (Card: ComponentType<CardProps>, shown: ShownCard) => {
  const page = ({ store = createStore(), ...card }: ShownCard) => (
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<Card {...card} place={place} />} />
            <Route path="/auth" element={<Arrival />} />
          </Routes>
        </MemoryRouter>
        <Toasts />
      </ChakraProvider>
    </Provider>
  );
  const { rerender, unmount } = render(page(shown));
  return { change: (changed: ShownCard) => rerender(page(changed)), unmount };
};

/** The price of the chosen license. */
export const chosenPrice = () => screen.getByText(/^\$/, { selector: '[aria-live] *' });

export const pendingItem = (): unknown => JSON.parse(sessionStorage.getItem('pendingCartItem') ?? 'null');

beforeEach(() => sessionStorage.clear());
afterEach(dismissToasts);
