import { useAtomValue } from 'jotai';
import { Monitor } from 'lucide-react';
import type { ButtonProps } from '../../ui/controls/button.tsx';
import { OnDemand } from '../../ui/menu/on-demand.tsx';
import { themeModeAtom } from './theme-mode.ts';
import { themeModes } from './theme-modes.ts';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const Choices = lazyPart(async () => ({ default: (await import('./theme-choices.tsx')).ThemeChoices }));

/** A menu for choosing light, dark, or the theme of the operating system. */
export const ThemeMenu = ({ display }: Pick<ButtonProps, 'display'>) => {
  const mode = useAtomValue(themeModeAtom);
  const Icon = themeModes.find((choice) => choice.mode === mode)?.icon ?? Monitor;
  return (
    <OnDemand
      trigger={{
        'aria-label': 'Theme',
        'aria-haspopup': 'menu',
        display,
        children: <Icon size={18} strokeWidth={1.5} aria-hidden />,
      }}
      opened={(trigger) => <Choices trigger={trigger} />}
    />
  );
};
