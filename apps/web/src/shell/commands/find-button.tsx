import { useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { overlayAtom } from '../../ui/commands/overlay.atoms.ts';
import { commandKey } from '../../ui/commands/keys.ts';
import { Button } from '../../ui/controls/button.tsx';

/** Opens the command menu, and names its keyboard shortcut. */
export const FindButton = () => {
  const open = useSetAtom(overlayAtom);
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Find anything"
      aria-haspopup="dialog"
      title={`Find anything (${commandKey} K)`}
      display={{ base: 'none', md: 'inline-flex' }}
      onClick={() => open('commands')}
    >
      <Search size={18} strokeWidth={1.5} aria-hidden />
    </Button>
  );
};
