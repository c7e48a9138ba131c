import { Box, Toast, Toaster, createToaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { FocusEvent, PointerEvent } from 'react';

const shownMs = 4_000;
const visibleMax = 3;
const heldMax = 5;
const gapPx = 14;
const swipePx = 45;

const toaster = createToaster({
  placement: 'top',
  duration: shownMs,
  max: visibleMax,
  gap: gapPx,
  overlap: false,
  offsets: { top: '16px', bottom: '16px', left: '16px', right: '16px' },
  pauseOnPageIdle: true,
});

type Kind = 'success' | 'error' | 'info';

const held: string[] = [];

const create = (kind: Kind, title: string, description: string | undefined) => {
  const id = toaster.create({
    type: kind,
    title,
    ...(description ? { description } : {}),
    closable: true,
    onStatusChange: ({ status }) => {
      if (status === 'unmounted' && held.includes(id)) held.splice(held.indexOf(id), 1);
    },
  });
  held.push(id);
  if (held.length > heldMax) toaster.remove(held.shift());
};

// One task later: a page that speaks while it is first shown would speak before the toaster listens.
const show = (kind: Kind) => (title: string, description?: string) => {
  setTimeout(() => create(kind, title, description));
};

/** Words on what was just done: a title and, where it helps, one sentence. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };

const looks = {
  success: { icon: CircleCheck, color: 'positive' },
  error: { icon: CircleAlert, color: 'trouble' },
  info: { icon: Info, color: 'accent' },
} as const;

const swipeAway = (id: string | undefined) => (down: PointerEvent<HTMLElement>) => {
  const { currentTarget, clientX, pointerId } = down;
  const moved = (move: globalThis.PointerEvent) => {
    if (move.pointerId !== pointerId || Math.abs(move.clientX - clientX) < swipePx) return;
    stop();
    toaster.dismiss(id);
  };
  const stop = () => {
    currentTarget.ownerDocument.removeEventListener('pointermove', moved);
    currentTarget.ownerDocument.removeEventListener('pointerup', stop);
    currentTarget.ownerDocument.removeEventListener('pointercancel', stop);
  };
  currentTarget.ownerDocument.addEventListener('pointermove', moved);
  currentTarget.ownerDocument.addEventListener('pointerup', stop);
  currentTarget.ownerDocument.addEventListener('pointercancel', stop);
};

let cameFrom: HTMLElement | null = null;

/**
 * The toaster's own handling sends the focus back to where it came from as soon as it leaves a toast, so that Tab never
 * gets past one. Here the toast waits while it has the focus, and only its dismissal leads back.
 */
const focusIn = (id: string | undefined) => (event: FocusEvent<HTMLElement>) => {
  event.stopPropagation();
  toaster.pause(id);
  const { currentTarget, relatedTarget } = event;
  if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) cameFrom = relatedTarget;
};

export const Toasts = () => (
  <Toaster toaster={toaster}>
    {(entry) => {
      const { icon: Icon, color } = looks[entry.type as Kind];
      return (
        <Toast.Root
          onPointerDown={swipeAway(entry.id)}
          onFocus={focusIn(entry.id)}
          onBlur={() => toaster.resume(entry.id)}
        >
          <Box color={color} flexShrink={0} mt="0.5">
            <Icon size={18} strokeWidth={1.5} aria-hidden />
          </Box>
          <Box minW={0}>
            <Toast.Title>{entry.title}</Toast.Title>
            {entry.description && <Toast.Description>{entry.description}</Toast.Description>}
          </Box>
          <Toast.CloseTrigger aria-label="Dismiss" onClick={() => cameFrom?.focus({ preventScroll: true })}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </Toast.CloseTrigger>
        </Toast.Root>
      );
    }}
  </Toaster>
);
