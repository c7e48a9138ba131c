// Names and languages of other countries. cspell:ignore lodie क्षितिज क्षि
import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import { system } from '../../theme/system.ts';
import { Initials } from './initials.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['👩🏽‍🎨 Mara 🇯🇵', '👩🏽‍🎨🇯🇵'],
  ['e\u0301lodie Z\u030cagar', 'E\u0301Z\u030c'],
  ['क्षितिज', 'क्षि'],
])('[FIX-19] the initials of %s are whole characters: %s', (name, initials) => {
  const { container } = render(
    <ChakraProvider value={system}>
      <Initials name={name} />
    </ChakraProvider>,
  );
  expect(container.querySelector('[data-initials]')).toHaveAttribute('data-initials', initials);
});
