import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { user } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import { Tabs } from './tabs.tsx';

test('[GAL-22] the arrow keys select a tab, and a panel stays mounted once it was shown', async () => {
  const chosen = vi.fn();
  render(
    <ChakraProvider value={system}>
      <Tabs.Root defaultValue="codes" onValueChange={({ value }) => chosen(value)}>
        <Tabs.List>
          <Tabs.Trigger value="codes">Codes</Tabs.Trigger>
          <Tabs.Trigger value="rewards">Rewards</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="codes">Two codes</Tabs.Content>
        <Tabs.Content value="rewards">No rewards</Tabs.Content>
      </Tabs.Root>
    </ChakraProvider>,
  );
  expect(screen.queryByText('No rewards')).toBeNull();
  await user().tab();
  await user().keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Rewards' })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Rewards' })).toHaveTextContent('No rewards');
  expect(screen.getByText('Two codes')).not.toBeVisible();
  await user().keyboard('{Home}');
  await user().click(screen.getByRole('tab', { name: 'Codes' }));
  expect(screen.getByText('Two codes')).toBeVisible();
  expect(chosen.mock.calls).toEqual([['rewards'], ['codes']]);
  await user().tab();
  expect(screen.getByRole('tabpanel', { name: 'Codes' })).toHaveFocus();
});
