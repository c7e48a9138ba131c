import { useAtom } from 'jotai';
import { LayoutDashboard, LayoutGrid } from 'lucide-react';
import { IconSegments } from '../../ui/controls/segments.tsx';
import { viewAtom } from '../view.atoms.ts';
import type { View } from '../view.atoms.ts';

const views = {
  cards: { label: 'Cards', Icon: LayoutGrid },
  wall: { label: 'Wall', Icon: LayoutDashboard },
} as const;

/** Shows the items as cards or on a wall. */
export const ViewSwitch = () => {
  const [view, setView] = useAtom(viewAtom);
  return <IconSegments<View> label="View" choices={views} value={view} onPress={setView} />;
};
