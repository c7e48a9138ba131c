import { Box, Toast, Toaster as ToastRegion, chakra, createToaster } from '@chakra-ui/react';
import type { ToastOptions } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { createPortal } from 'react-dom';

const shownMs = 4_000;
/** Long enough to read what was done, and to think better of it. */
const shownWithActionMs = 10_000;
const heldMax = 5;
const swipePx = 45;

const toaster = createToaster({
  placement: 'top',
  max: 3,
  gap: 14,
  offsets: '16px',
  removeDelay: 160,
  // It stops none that is shown: `Toaster` does.
  pauseOnPageIdle: false,
});

/** What a toast says. */
export interface Said {
  readonly kind: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly action: { readonly label: string; readonly onSelect: () => void } | undefined;
}

/** The ids of those shown and those that wait for their turn, the oldest first. */
let held: readonly string[] = [];

/** Shows a toast, or lets it wait for its turn. */
export const say = ({ kind, title, description, action }: Said): void => {
  const id = toaster.create({
    type: kind,
    title,
    description,
    duration: action ? shownWithActionMs : shownMs,
    // All wait their turn alike.
    priority: 1,
    ...(action && { action: { label: action.label, onClick: action.onSelect } }),
    onStatusChange: ({ status }) => {
      if (status === 'unmounted') held = held.filter((other) => other !== id);
    },
  });
  held = [...held, id];
  for (const oldest of held.slice(0, -heldMax)) toaster.remove(oldest);
  held = held.slice(-heldMax);
};

/** Follows a finger or a pointer sideways, and tells when it was let go beyond the bound. */
const swipe = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>, onAside: () => void) => {
  const end = new AbortController();
  const moved = (event: globalThis.PointerEvent) => (event.pointerId === pointerId ? event.clientX - clientX : 0);
  const put = (translate: string, transition: string) => Object.assign(currentTarget.style, { translate, transition });
  const letGo = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    end.abort();
    if (event.type === 'pointerup' && Math.abs(moved(event)) >= swipePx) onAside();
    else put('', 'translate 160ms ease-out');
  };
  const { signal } = end;
  window.addEventListener('pointermove', (event) => put(`${moved(event)}px`, 'none'), { signal });
  window.addEventListener('pointerup', letGo, { signal });
  window.addEventListener('pointercancel', letGo, { signal });
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

const Dismiss = chakra(Toast.CloseTrigger, {
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

const Act = chakra(Toast.ActionTrigger, {
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

interface MessageProps {
  readonly entry: ToastOptions;
  /** Where the focus was before it came to the toasts. */
  readonly cameFromRef: RefObject<HTMLElement | null>;
}

const Message = ({ entry: { id, type, title, description, action }, cameFromRef }: MessageProps) => {
  const { icon: Icon, color } = looks[type as keyof typeof looks];
  const giveFocusBack = (leaving: HTMLElement) => {
    if (leaving.contains(document.activeElement)) cameFromRef.current?.focus({ preventScroll: true });
  };
  return (
    <Toast.Root
      tabIndex={-1}
      display="grid"
      gridTemplateRows="1fr"
      w="356px"
      maxW="full"
      zIndex="var(--z-index)"
      animation="drop-in 160ms ease-out"
      _closed={{ gridTemplateRows: '0fr', opacity: 0, mb: '-14px', transition: 'all 160ms ease-out' }}
      style={{ position: 'relative' }}
      onPointerDown={(event) => {
        // The focus stays where it is, which may be a dialog that would call it back.
        event.preventDefault();
        swipe(event, () => toaster.dismiss(id));
      }}
      // None of it reaches the region, which would call the focus back from wherever Tab leads.
      onFocus={(event) => {
        event.stopPropagation();
        toaster.pause();
        if (event.relatedTarget instanceof HTMLElement && !event.relatedTarget.closest('[role=status]'))
          cameFromRef.current = event.relatedTarget;
      }}
      onBlur={(event) => {
        event.stopPropagation();
        toaster.resume();
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && giveFocusBack(currentTarget)}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('button') && giveFocusBack(currentTarget)
      }
    >
      <Box minH={0}>
        <Card>
          <Box color={color} flexShrink={0} mt="0.5">
            <Icon size={18} strokeWidth={1.5} aria-hidden />
          </Box>
          <Box minW={0} overflowWrap="anywhere">
            <Toast.Title fontWeight="600">{title}</Toast.Title>
            {description && (
              <Toast.Description color="ink.muted" mt="0.5">
                {description}
              </Toast.Description>
            )}
            {action && <Act>{action.label}</Act>}
          </Box>
          <Dismiss aria-label="Dismiss">
            <X size={16} strokeWidth={1.5} aria-hidden />
          </Dismiss>
        </Card>
      </Box>
    </Toast.Root>
  );
};

/** Shows the toasts. They wait while they are pointed at, focused, or nobody sees the page. */
export const Toaster = () => {
  const cameFromRef = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const look = () => (document.hidden ? toaster.pause() : toaster.resume());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return createPortal(
    // A dialog hides the page around it from screen readers, except live regions at the top of the document.
    <ToastRegion
      toaster={toaster}
      aria-label="Notifications"
      // The oldest stays on top, and what lies beside them can be pressed.
      style={{ flexDirection: 'column-reverse', gap: '14px', pointerEvents: 'none' }}
    >
      {(entry) => <Message entry={entry} cameFromRef={cameFromRef} />}
    </ToastRegion>,
    document.body,
  );
};
