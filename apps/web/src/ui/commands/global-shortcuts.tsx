import { useAtom } from 'jotai';
import { Suspense, useEffect, useEffectEvent } from 'react';
import type { ComponentType } from 'react';
import { isCommand } from './keys.ts';
import { overlayAtom } from './overlay.atoms.ts';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const KeysDialog = lazyPart(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const textFields = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])';

const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(textFields) !== null;

/** A dialog must be answered, and a drawer closed, before anything else opens. */
const isPageCovered = () => document.querySelector('[aria-modal=true]') !== null;

/** Handles the keys that work everywhere and shows what they open; the code of each is loaded at its first use. */
export const GlobalShortcuts = ({ Menu }: { Menu: ComponentType<{ onClose: () => void }> }) => {
  const [opened, setOpened] = useAtom(overlayAtom);
  const close = () => setOpened(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMenuKey = isCommand(event) && event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey;
    const isHelpKey = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event);
    if (event.defaultPrevented || (!isMenuKey && !isHelpKey)) return;
    if (isMenuKey && opened === 'commands') {
      event.preventDefault();
      return close();
    }
    if (isPageCovered()) return;
    event.preventDefault();
    setOpened(isMenuKey ? 'commands' : 'keys');
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      // Whatever is open closes with its page, and must not reopen on the next one.
      setOpened(null);
    };
  }, [setOpened]);
  return (
    <Suspense fallback={null}>
      {opened === 'commands' && <Menu onClose={close} />}
      {opened === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
};
