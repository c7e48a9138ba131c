import { Box, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';

const countedMs = 600;

/** How wide a digit is, in em; other characters of a figure are as wide or narrower. */
const digitEm = 0.63;
const larger = { sm: 14, md: 16, lg: 18, xl: 22, '2xl': 28 };

/** The largest size of the type scale, up to a limit, at which a text fits on one line of its container. */
const fitted = (text: string, largest: keyof typeof larger) => ({
  fontSize: 'xs',
  ...Object.fromEntries(
    Object.entries(larger)
      .filter(([, px]) => px <= larger[largest])
      .map(([fontSize, px]) => [`@container (min-width: ${Math.ceil(text.length * digitEm * px)}px)`, { fontSize }]),
  ),
});

const wholeNumber = (value: number) => value.toLocaleString('en-US');

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Counts from the previous value to the new one; `changed` is how often the value has changed. */
const useCounted = (value: number) => {
  const [shown, setShown] = useState(value);
  const [changed, setChanged] = useState(0);
  const from = useRef(value);
  /** When the latest frame was drawn, while counting. A change goes on from there: it may come before every frame. */
  const drawn = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (from.current === value) return;
    const start = from.current;
    setChanged((count) => count + 1);
    // The time of a frame: another clock could be ahead of it, and the figure would count backwards.
    let began = drawn.current;
    let frame = 0;
    const step = (now: number) => {
      began ??= now;
      const part = prefersReducedMotion() ? 1 : Math.min(1, Math.max(0, now - began) / countedMs);
      drawn.current = part < 1 ? now : undefined;
      from.current = part === 1 ? value : Math.round(start + (value - start) * (1 - (1 - part) ** 3));
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return { shown, changed };
};

/** The value once it has stopped changing; null until it has changed. */
const useRested = (value: number) => {
  const [rested, setRested] = useState<number | null>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    const timer = setTimeout(() => {
      before.current = value;
      setRested(value);
    }, countedMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
};

export interface FigureProps {
  readonly label: ReactNode;
  readonly value: number;
  readonly format?: (value: number) => string;
  readonly hint?: ReactNode;
  /** For a row of many figures. */
  readonly compact?: boolean;
}

/** One important number. A change is highlighted and counted, and announced once it has come to rest. */
export const Figure = ({ label, value, format = wholeNumber, hint, compact = false }: FigureProps) => {
  const { shown, changed } = useCounted(value);
  const rested = useRested(value);
  const labelId = useId();
  return (
    <Box
      role="group"
      aria-labelledby={labelId}
      position="relative"
      isolation="isolate"
      overflow="hidden"
      bg="surface"
      borderWidth="1px"
      borderColor="hairline"
      borderRadius="media"
      {...(compact ? { px: '3', py: '2' } : { p: { base: '4', md: '5' } })}
      minW={0}
      containerType="inline-size"
    >
      {changed > 0 && (
        <Box
          key={changed}
          aria-hidden
          position="absolute"
          inset={0}
          zIndex={-1}
          animation={`live-tint ${countedMs}ms ease-out`}
        />
      )}
      <Box id={labelId} fontSize={compact ? 'xs' : 'sm'} color="ink.muted" truncate={compact}>
        {label}
      </Box>
      <Box
        aria-hidden
        css={fitted(format(value), compact ? 'lg' : '2xl')}
        lineHeight="1.25"
        fontWeight="500"
        letterSpacing="-0.01em"
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
        mt={compact ? '0.5' : '1'}
      >
        {format(shown)}
      </Box>
      <VisuallyHidden>{format(value)}</VisuallyHidden>
      <VisuallyHidden aria-live="polite" aria-atomic>
        {rested !== null && (
          <>
            {label}: {format(rested)}
          </>
        )}
      </VisuallyHidden>
      {hint && (
        <Box fontSize="xs" color="ink.muted" mt="1" fontVariantNumeric="tabular-nums">
          {hint}
        </Box>
      )}
    </Box>
  );
};
