import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ApiError } from '../../kernel/send.ts';
import { user } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import { PaymentForm } from './payment-form.tsx';

const show = (processing = false, paid = vi.fn(async () => {})) => {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <PaymentForm totalCents={25_000} processing={processing} onPay={paid} />
      </MemoryRouter>
    </ChakraProvider>,
  );
  return paid;
};

const fillIn = async (person: ReturnType<typeof user>) => {
  await person.type(screen.getByLabelText('Cardholder Name'), 'Noor Haddad');
  await person.type(screen.getByLabelText('Card Number'), '4242424242424242');
  await person.type(screen.getByLabelText('Expiry Date'), '1299');
  await person.type(screen.getByLabelText('CVV'), '123');
};

test('[CHK-07][CHK-08] the button names the total and waits for a valid form', async () => {
  const person = user();
  const paid = show();
  const pay = screen.getByRole('button', { name: 'Pay $250.00' });
  expect(pay).toBeDisabled();
  await fillIn(person);
  expect(pay).toBeDisabled();
  await person.click(screen.getByRole('checkbox'));
  expect(pay).toBeEnabled();
  expect(screen.getByLabelText('Card Number')).toHaveValue('4242 4242 4242 4242');
  await person.click(pay);
  expect(paid).toHaveBeenCalledWith(
    expect.objectContaining({ cardNumber: '4242424242424242', expiry: '12/99', cvv: '123', terms: true }),
  );
});

test.each([
  ['full-width', '４２４２４２４２４２４２４２４２', '１２９９', '１２３'],
  ['Arabic', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '١٢٩٩', '١٢٣'],
  ['Persian', '۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲', '۱۲/۹۹', '۱۲۳'],
  ['Hindi', '४२४२-४२४२-४२४२-४२४२', '१२ / २०९९', '१२३'],
])('[FIX-25] a card typed in %s digits is the card that it says', async (_, number, expiry, cvv) => {
  const person = user();
  const paid = show();
  await person.type(screen.getByLabelText('Cardholder Name'), 'Noor Haddad');
  for (const [label, text] of [
    ['Card Number', number],
    ['Expiry Date', expiry],
    ['CVV', cvv],
  ] as const) {
    await person.click(screen.getByLabelText(label));
    await person.paste(text);
  }
  await person.click(screen.getByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Pay $250.00' }));
  expect(paid).toHaveBeenCalledWith(
    expect.objectContaining({ cardNumber: '4242424242424242', expiry: '12/99', cvv: '123' }),
  );
});

test('[CHK-12][CHK-13][CHK-14][CHK-15][CHK-16] each field says what it needs', async () => {
  const person = user();
  show();
  await person.type(screen.getByLabelText('Cardholder Name'), 'N');
  await person.type(screen.getByLabelText('Card Number'), '4242');
  await person.type(screen.getByLabelText('Expiry Date'), '1399');
  await person.type(screen.getByLabelText('CVV'), '12');
  await person.dblClick(screen.getByRole('checkbox'));
  for (const message of [
    'Cardholder Name must be at least 2 characters.',
    'Card Number must be a 16-digit number.',
    'Expiry Date must be in MM/YY format.',
    'CVV must be a 3-digit number.',
    'You must accept the terms and conditions.',
  ]) {
    expect(await screen.findByText(message)).toBeVisible();
  }
});

test('[CHK-09] nothing can be paid twice during a payment', () => {
  show(true);
  expect(screen.getByRole('button', { name: 'Processing…' })).toBeDisabled();
});

test('the server’s error for a field is shown at that field', async () => {
  const person = user();
  const message = 'This card has expired.';
  const refused = new ApiError(400, 'invalid_input', 'Check your input', 'Please check', { expiry: message });
  show(
    false,
    vi.fn(() => Promise.reject(refused)),
  );
  await fillIn(person);
  await person.click(screen.getByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Pay $250.00' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Expiry Date')).toBeInvalid();
});
