import { Box, Toast, Toaster as ToastRegion, chakra, createToaster } from '@chakra-ui/react';
import type { ToastOptions } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useClearOfField } from './browser/use-clear-of-field.ts';

const shownMs = 4_000;
/** Long enough to read what was done, and to undo it. */
const shownWithActionMs = 10_000;
const heldMax = 5;
const swipePx = 45;

const toaster = createToaster({
  placement: 'top',
  max: 3,
  gap: 14,
  offsets: '16px',
  removeDelay: 160,
  // Doesn't pause the toasts on screen; `Toaster` below does.
  pauseOnPageIdle: false,
});

export interface ToastMessage {
  readonly kind: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly action: { readonly label: string; readonly onSelect: () => void } | undefined;
}

/** The ids of the toasts that are shown or queued, oldest first. */
let held: readonly string[] = [];

/** Shows a toast, or queues it while three are on screen. */
export const showToast = ({ kind, title, description, action }: ToastMessage): void => {
  const id = toaster.create({
    type: kind,
    title,
    description,
    duration: action ? shownWithActionMs : shownMs,
    // The same for all, so that they are shown in order.
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

/** Moves the toast sideways with the pointer, and calls `onSwiped` if it is released at least `swipePx` away. */
const swipe = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>, onSwiped: () => void) => {
  const end = new AbortController();
  const distance = (event: globalThis.PointerEvent) => (event.pointerId === pointerId ? event.clientX - clientX : 0);
  const moveTo = (translate: string, transition: string) =>
    Object.assign(currentTarget.style, { translate, transition });
  const release = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    end.abort();
    if (event.type === 'pointerup' && Math.abs(distance(event)) >= swipePx) onSwiped();
    else moveTo('', 'translate 160ms ease-out');
  };
  const { signal } = end;
  window.addEventListener('pointermove', (event) => moveTo(`${distance(event)}px`, 'none'), { signal });
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', release, { signal });
};

const kinds = {
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

const ActionButton = chakra(Toast.ActionTrigger, {
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
  /** The element that had the focus before it moved into the toasts. */
  readonly returnFocusRef: RefObject<HTMLElement | null>;
  /** Called when it appears and when it is gone. */
  readonly onChanged: () => void;
}

const Message = ({ entry: { id, type, title, description, action }, returnFocusRef, onChanged }: MessageProps) => {
  useEffect(() => {
    onChanged();
    return onChanged;
  }, [onChanged]);
  const { icon: Icon, color } = kinds[type as keyof typeof kinds];
  const restoreFocus = (toast: HTMLElement) => {
    if (toast.contains(document.activeElement)) returnFocusRef.current?.focus({ preventScroll: true });
  };
  return (
    <Toast.Root
      data-toast
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
        // Keeps the focus where it is: an open dialog would pull it back.
        event.preventDefault();
        swipe(event, () => toaster.dismiss(id));
      }}
      // Focus events must not reach the region, which would pull the focus back from wherever Tab leads.
      onFocus={(event) => {
        event.stopPropagation();
        toaster.pause();
        if (event.relatedTarget instanceof HTMLElement && !event.relatedTarget.closest('[role=status]'))
          returnFocusRef.current = event.relatedTarget;
      }}
      onBlur={(event) => {
        event.stopPropagation();
        toaster.resume();
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && restoreFocus(currentTarget)}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('button') && restoreFocus(currentTarget)
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
            {action && <ActionButton>{action.label}</ActionButton>}
          </Box>
          <Dismiss aria-label="Dismiss">
            <X size={16} strokeWidth={1.5} aria-hidden />
          </Dismiss>
        </Card>
      </Box>
    </Toast.Root>
  );
};

/** Shows the toasts. Their time stops while they are hovered or focused, or the page is hidden. */
export const Toaster = () => {
  const returnFocusRef = useRef<HTMLElement | null>(null);
  const [shiftPx, moveClear] = useClearOfField('[data-toast]');
  useEffect(() => {
    const update = () => (document.hidden ? toaster.pause() : toaster.resume());
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return createPortal(
    // A dialog hides the page around it from screen readers, except for live regions at the top level of the document.
    <ToastRegion
      toaster={toaster}
      aria-label="Notifications"
      // The oldest stays on top, and the page beside them remains clickable.
      style={{ flexDirection: 'column-reverse', gap: '14px', pointerEvents: 'none', translate: `0px ${shiftPx}px` }}
    >
      {(entry) => <Message entry={entry} returnFocusRef={returnFocusRef} onChanged={moveClear} />}
    </ToastRegion>,
    document.body,
  );
};
