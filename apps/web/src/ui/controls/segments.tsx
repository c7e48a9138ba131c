import { Flex, chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

const Segment = chakra('button', {
  base: {
    h: '9',
    px: { base: '1.5', md: '3' },
    fontSize: 'xs',
    fontWeight: '600',
    color: 'ink.muted',
    borderRadius: 'control',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    transition: 'background-color 120ms ease-out, color 120ms ease-out',
    _hover: { color: 'ink' },
    '&[aria-pressed=true]': { bg: 'sunken', color: 'ink' },
  },
  variants: {
    framed: {
      true: {
        px: '3',
        borderWidth: '1px',
        borderColor: 'hairline.strong',
        '&[aria-pressed=true]': { borderColor: 'ink' },
      },
    },
  },
});

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly titles: Readonly<Record<Value, string>>;
  /** Draws a frame around each, for a form field in which none may be chosen yet. */
  readonly framed?: boolean;
  /** If it isn't among the titles, none is pressed. */
  readonly value: string;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few views of the same thing, all of them visible. */
export const Segments = <Value extends string>({ label, titles, framed, value, onChange }: SegmentsProps<Value>) => (
  <Flex role="group" aria-label={label} gap={framed ? '2' : { base: '0.5', md: '1' }} wrap="wrap">
    {(Object.entries(titles) as [Value, string][]).map(([choice, title]) => (
      <Segment
        key={choice}
        type="button"
        framed={framed}
        aria-pressed={choice === value}
        onClick={() => onChange(choice)}
      >
        {title}
      </Segment>
    ))}
  </Flex>
);

const IconSegment = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '11',
    minH: '10',
    color: 'ink.muted',
    cursor: 'pointer',
    borderInlineEndWidth: '1px',
    borderColor: 'hairline.strong',
    transition: 'background-color 120ms ease-out',
    _last: { borderInlineEndWidth: '0' },
    _hover: { bg: 'sunken', color: 'ink' },
    '&[aria-pressed=true]': { bg: 'ink', color: 'paper' },
    // The frame would clip what is outside of it.
    _focusVisible: { outlineOffset: '-2px' },
  },
});

interface IconSegmentsProps<Value extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Value, { readonly label: string; readonly Icon: LucideIcon }>>;
  /** If it isn't among the choices, none is pressed. */
  readonly value: string;
  readonly onPress: (value: Value) => void;
}

/** A few choices next to each other, each with an icon and its name as a tooltip. */
export const IconSegments = <Value extends string>({ label, choices, value, onPress }: IconSegmentsProps<Value>) => (
  <Flex
    role="group"
    aria-label={label}
    borderWidth="1px"
    borderColor="hairline.strong"
    borderRadius="control"
    overflow="hidden"
  >
    {(Object.entries(choices) as [Value, { label: string; Icon: LucideIcon }][]).map(
      ([choice, { label: name, Icon }]) => (
        <IconSegment
          key={choice}
          type="button"
          title={name}
          aria-label={name}
          aria-pressed={choice === value}
          onClick={() => onPress(choice)}
        >
          <Icon size={18} strokeWidth={1.5} aria-hidden />
        </IconSegment>
      ),
    )}
  </Flex>
);
