import { Box, chakra } from '@chakra-ui/react';
import { atom, useAtomValue } from 'jotai';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { store } from './store.ts';

const shownMs = 4_000;
/** Long enough to read what was done, and to think better of it. */
const shownWithActionMs = 10_000;
const leavingMs = 160;
const visibleMax = 3;
const heldMax = 5;
const widthPx = 356;
const gapPx = 14;
const swipePx = 45;

type Kind = 'success' | 'error' | 'warning' | 'info';

interface Action {
  readonly label: string;
  readonly onSelect: () => void;
}

interface Entry {
  readonly id: number;
  readonly kind: Kind;
  readonly title: string;
  readonly description: string | undefined;
  readonly action: Action | undefined;
  readonly leaving?: boolean;
}

/** The oldest first; those beyond the visible ones wait for their turn. */
const heldAtom = atom<readonly Entry[]>([]);
let lastId = 0;

const show = (kind: Kind) => (title: string, description?: string, action?: Action) => {
  lastId += 1;
  const entry = { id: lastId, kind, title, description, action };
  store.set(heldAtom, (held) => [...held, entry].slice(-heldMax));
};

/** Words on what was just done: a title and, where it helps, one sentence and one thing to do about it. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

const dismiss = (id: number) => {
  store.set(heldAtom, (held) => held.map((entry) => (entry.id === id ? { ...entry, leaving: true } : entry)));
  setTimeout(() => store.set(heldAtom, (held) => held.filter((entry) => entry.id !== id)), leavingMs);
};

/** Ends after the time a toast is shown; a toast that was paused keeps the time it had left. */
const useTimeShown = (running: boolean, id: number, ms: number) => {
  const leftMs = useRef(ms);
  useEffect(() => {
    if (!running) return undefined;
    const began = Date.now();
    const timer = setTimeout(() => dismiss(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - began;
    };
  }, [running, id]);
};

/** Follows a finger or a pointer sideways; let go beyond the bound, the toast goes. */
const swipe = (element: HTMLElement, { clientX, pointerId }: globalThis.PointerEvent) => {
  const end = new AbortController();
  const moved = (event: globalThis.PointerEvent) => (event.pointerId === pointerId ? event.clientX - clientX : 0);
  const put = (translate: string, transition: string) => Object.assign(element.style, { translate, transition });
  const letGo = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    end.abort();
    if (event.type === 'pointerup' && Math.abs(moved(event)) >= swipePx) dismiss(Number(element.dataset['toast']));
    else put('', 'translate 160ms ease-out');
  };
  const { signal } = end;
  window.addEventListener('pointermove', (event) => put(`${moved(event)}px`, 'none'), { signal });
  window.addEventListener('pointerup', letGo, { signal });
  window.addEventListener('pointercancel', letGo, { signal });
};

/**
 * A dialog closes when the page around it is pressed, and it hears of that at the document. A press on a toast goes no
 * further than here, so that it closes no dialog below.
 */
const pressed = (event: globalThis.PointerEvent) => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-toast]') : null;
  if (!element) return;
  event.stopPropagation();
  // The focus stays where it is, which may be a dialog that would call it back.
  event.preventDefault();
  swipe(element, event);
};

const usePageHidden = () => {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
};

const looks = {
  success: { icon: CircleCheck, color: 'positive' },
  error: { icon: CircleAlert, color: 'trouble' },
  warning: { icon: TriangleAlert, color: 'waiting' },
  info: { icon: Info, color: 'accent' },
} as const;

const Card = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '4',
    pe: '11',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'hairline',
    borderRadius: 'control',
    boxShadow: 'overlay',
    fontSize: 'sm',
    touchAction: 'pan-y',
    userSelect: 'none',
  },
});

const Dismiss = chakra('button', {
  base: {
    position: 'absolute',
    top: '1.5',
    insetEnd: '1.5',
    boxSize: '9',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 'control',
    color: 'ink.muted',
    cursor: 'pointer',
    _hover: { bg: 'sunken', color: 'ink' },
  },
});

const Act = chakra('button', {
  base: {
    minH: '9',
    mt: '1',
    mb: '-2',
    fontWeight: '600',
    color: 'accent',
    cursor: 'pointer',
    _hover: { textDecoration: 'underline' },
  },
});

const Message = ({ entry, paused, onDismiss }: { entry: Entry; paused: boolean; onDismiss: () => void }) => {
  const { id, kind, title, description, action, leaving = false } = entry;
  const { icon: Icon, color } = looks[kind];
  useTimeShown(!paused && !leaving, id, action ? shownWithActionMs : shownMs);
  return (
    <Box
      display="grid"
      w={`${widthPx}px`}
      maxW="calc(100vw - 32px)"
      pointerEvents="auto"
      gridTemplateRows={leaving ? '0fr' : '1fr'}
      opacity={leaving ? 0 : 1}
      mb={leaving ? `-${gapPx}px` : '0'}
      transition={leaving ? `all ${leavingMs}ms ease-out` : undefined}
      animation="drop-in 160ms ease-out"
    >
      <Box minH={0}>
        <Card data-toast={id}>
          <Box color={color} flexShrink={0} mt="0.5">
            <Icon size={18} strokeWidth={1.5} aria-hidden />
          </Box>
          <Box minW={0} overflowWrap="anywhere">
            <Box fontWeight="600">{title}</Box>
            {description && (
              <Box color="ink.muted" mt="0.5">
                {description}
              </Box>
            )}
            {action && (
              <Act
                type="button"
                onClick={() => {
                  action.onSelect();
                  onDismiss();
                }}
              >
                {action.label}
              </Act>
            )}
          </Box>
          <Dismiss type="button" aria-label="Dismiss" onClick={onDismiss}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </Dismiss>
        </Card>
      </Box>
    </Box>
  );
};

/** Where toasts appear, one for the whole page. They wait while they are pointed at, focused, or nobody sees the page. */
export const Toasts = () => {
  const visible = useAtomValue(heldAtom, { store }).slice(0, visibleMax);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = usePageHidden() || (visible.length > 0 && (pointed || focused));
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    window.addEventListener('pointerdown', pressed, true);
    return () => window.removeEventListener('pointerdown', pressed, true);
  }, []);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  };
  const close = (id: number) => {
    if (focused) cameFrom.current?.focus({ preventScroll: true });
    dismiss(id);
  };
  return createPortal(
    // A dialog hides the page around it from screen readers, except live regions at the top of the document.
    <Box
      role="region"
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      position="fixed"
      zIndex="toast"
      top="max(env(safe-area-inset-top, 0px), 16px)"
      insetX={0}
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap={`${gapPx}px`}
      pointerEvents="none"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key, target }) => {
        const id =
          target instanceof Element ? target.closest<HTMLElement>('[data-toast]')?.dataset['toast'] : undefined;
        if (key === 'Escape' && id) close(Number(id));
      }}
    >
      {visible.map((entry) => (
        <Message key={entry.id} entry={entry} paused={paused} onDismiss={() => close(entry.id)} />
      ))}
    </Box>,
    document.body,
  );
};
