import { Flex, chakra } from '@chakra-ui/react';

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
