import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { system } from '../../theme/system.ts';
import { SuggestionList } from './suggestions.tsx';

test.each([
  ['İ😀😀', '😀'],
  ['👩‍👩‍👧 family', '👩'],
  ['e\u0301te', 'e'],
])('[FIX-19] “%s”, suggested for “%s”, is marked between whole characters', (words, typed) => {
  render(
    <ChakraProvider value={system}>
      <SuggestionList
        id="list"
        groups={[{ name: 'Tags', suggestions: [{ key: 'one', words, icon: null, choose: () => undefined }] }]}
        typed={typed}
        activeKey={undefined}
        onChoose={() => undefined}
      />
    </ChakraProvider>,
  );
  const option = screen.getByRole('option');
  expect(option).toHaveTextContent(words);
  for (const mark of option.querySelectorAll('b')) {
    expect(mark.textContent).not.toMatch(/^[\p{M}\u200d]|\p{Cs}/u);
  }
});
