import { useAtom } from 'jotai';
import { Segments } from '../../ui/controls/segments.tsx';
import { themeModeAtom } from './theme-mode.ts';
import type { ThemeMode } from './theme-mode.ts';
import { themeModes } from './theme-modes.ts';

const titles = Object.fromEntries(themeModes.map(({ mode, label }) => [mode, label])) as Record<ThemeMode, string>;

/** The same choice as that of `ThemeMenu`, with all three visible. */
export const ThemeSegments = () => {
  const [mode, setMode] = useAtom(themeModeAtom);
  return <Segments label="Theme" titles={titles} value={mode} onChange={setMode} />;
};
