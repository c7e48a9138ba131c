import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { forBrands, forCreators } from './answers.tsx';
import { HelpPage } from './help.page.tsx';

const show = (address: string) =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[address]}>
          <HelpPage />
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );

test('[GAL-16] Help answers ten questions for creators and ten for brands, each with its own address', () => {
  show('/help');
  for (const [name, answers] of [
    ['For creators', forCreators],
    ['For brands', forBrands],
  ] as const) {
    const section = within(screen.getByRole('region', { name }));
    expect(answers).toHaveLength(10);
    for (const { question } of answers) expect(section.getByText(question)).toBeVisible();
  }
  const ids = [...forCreators, ...forBrands].map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
});

test('[GAL-08] Help tells everyone how to report an item', () => {
  window.HTMLElement.prototype.scrollIntoView = vi.fn();
  show('/help#report');
  const answer = within(screen.getByRole('region', { name: 'For everyone' })).getByRole('group');
  expect(answer).toHaveProperty('open', true);
  expect(answer).toHaveTextContent('Choose “Report this item” on its page');
});

test('[GAL-16] an address that names a question opens its answer, with the current figures', () => {
  window.HTMLElement.prototype.scrollIntoView = vi.fn();
  show('/help#share');
  const opened = document.querySelectorAll('details[open]');
  expect([...opened].map(({ id }) => id)).toEqual(['share']);
  expect(opened[0]).toHaveTextContent('80%. Tessera keeps a 20% commission');
  expect(document.getElementById('paid')).toHaveTextContent('You’re paid within 15 days of receipt of the payment');
  expect(document.getElementById('paid')).toHaveTextContent('less than $10.00');
});
