import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { forBrands, forCreators, forEveryone } from './answers.tsx';
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

test('[GAL-16] Help answers at least ten questions for creators and ten for brands, and those of everyone, each with its own address', () => {
  show('/help');
  for (const [name, answers, leastAnswers] of [
    ['For creators', forCreators, 10],
    ['For brands', forBrands, 10],
    ['For everyone', forEveryone, 1],
  ] as const) {
    const section = within(screen.getByRole('region', { name }));
    expect(answers.length).toBeGreaterThanOrEqual(leastAnswers);
    for (const { question } of answers) expect(section.getByText(question)).toBeVisible();
  }
  const ids = [...forCreators, ...forBrands, ...forEveryone].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[GAL-08] Help tells everyone how to report an item', () => {
  window.HTMLElement.prototype.scrollIntoView = vi.fn();
  show('/help#report');
  const answer = document.getElementById('report');
  expect(answer).toHaveProperty('open', true);
  expect(answer).toHaveTextContent('Choose “Report this item” on its page');
});

test('[FIX-35] Help tells everyone how to change their email address', () => {
  show('/help');
  const everyone = within(screen.getByRole('region', { name: 'For everyone' }));
  fireEvent.click(everyone.getByText('How do I change my email address?'));
  expect(document.getElementById('email')).toHaveTextContent('We send a link to the new address');
  expect(within(document.getElementById('email')!).getByRole('link', { name: 'account' })).toHaveAttribute(
    'href',
    '/account',
  );
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
