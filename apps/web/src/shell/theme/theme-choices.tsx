import type { ReactElement } from 'react';
import { OpenedMenu } from '../../ui/menu/opened-menu.tsx';
import { ThemeGroup } from './theme-group.tsx';

export const ThemeChoices = ({ trigger }: { trigger: ReactElement }) => (
  <OpenedMenu trigger={trigger}>
    <ThemeGroup />
  </OpenedMenu>
);
