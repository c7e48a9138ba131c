import { Box, chakra } from '@chakra-ui/react';
import { colorNames } from '@tessera/domain/content/media/measures';
import type { ColorName, Orientation } from '@tessera/domain/content/media/measures';
import { Check, RectangleHorizontal, RectangleVertical, Square } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { IconSegments } from '../../ui/controls/segments.tsx';
import { capitalized } from '@tessera/domain/kernel/text';
import { peopleLabels, sizeLabels } from './filter.ts';
import type { Filter } from './filter.ts';

const orientationChoices = {
  landscape: { label: 'Landscape', Icon: RectangleHorizontal },
  portrait: { label: 'Portrait', Icon: RectangleVertical },
  square: { label: 'Square', Icon: Square },
} as const;

/** The same in both themes, because pictures are too. */
const swatches: Readonly<Record<ColorName, string>> = {
  red: '#D4382F',
  orange: '#EC8A2E',
  yellow: '#F2CB3C',
  green: '#4C9A52',
  teal: '#2FA3A0',
  blue: '#2F6FD6',
  purple: '#7E4FB5',
  pink: '#E384AE',
  brown: '#7C5236',
  beige: '#DDC9A9',
  black: '#1B1A19',
  gray: '#8F8F8F',
  white: '#FFFFFF',
};
const lightColors: readonly ColorName[] = ['yellow', 'beige', 'white', 'pink', 'orange'];

const peopleNoteId = 'people-note';

/** On a small screen, the choices fill the row. */
const choiceLayout = { flex: { base: '1 1 11rem', md: 'none' }, w: { md: '44' } } as const;

const Swatch = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '9',
    h: '10',
    borderRadius: 'full',
    cursor: 'pointer',
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      boxSize: '6',
      borderRadius: 'full',
      borderWidth: '1px',
      borderColor: 'hairline.strong',
      transition: 'transform 120ms ease-out',
    },
    '&:hover > span': { transform: 'scale(1.15)' },
    '&[aria-pressed=true] > span': { outline: '2px solid', outlineColor: 'ink', outlineOffset: '2px' },
  },
});

interface VisualFiltersProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

/** How far each key moves among the colors; Home and End are at either end. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -colorNames.length,
  End: colorNames.length,
};

/** All colors together are one stop for the Tab key; the arrow keys move among them. */
const ColorSwatches = ({ filter, onChange }: VisualFiltersProps) => {
  const [current, setCurrent] = useState<ColorName>(filter.color || colorNames[0]);
  const move = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = Math.min(Math.max(from + step, 0), colorNames.length - 1);
    setCurrent(colorNames[to] ?? current);
    (event.currentTarget.parentElement?.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <Box role="toolbar" aria-label="Color" display="flex" flexWrap="wrap" mx="-1.5" order="1">
      {colorNames.map((color, index) => {
        const isChosen = filter.color === color;
        return (
          <Swatch
            key={color}
            type="button"
            title={capitalized(color)}
            aria-label={capitalized(color)}
            aria-pressed={isChosen}
            tabIndex={color === current ? 0 : -1}
            onFocus={() => setCurrent(color)}
            onKeyDown={(event) => move(event, index)}
            onClick={() => onChange({ color: isChosen ? '' : color })}
          >
            <chakra.span
              forcedColorAdjust="none"
              style={{ background: swatches[color], color: lightColors.includes(color) ? '#191714' : '#FFFFFF' }}
            >
              {isChosen && <Check size={14} strokeWidth={2.5} aria-hidden />}
            </chakra.span>
          </Swatch>
        );
      })}
    </Box>
  );
};

/** Filters by what can be seen: orientation, size, color and people. */
export const VisualFilters = ({ filter, onChange }: VisualFiltersProps) => (
  <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2" gridColumn="1 / -1">
    <IconSegments<Orientation>
      label="Orientation"
      choices={orientationChoices}
      value={filter.orientation}
      onPress={(orientation) => onChange({ orientation: filter.orientation === orientation ? '' : orientation })}
    />
    <Box {...choiceLayout}>
      <Choice
        label="Size in megapixels"
        value={filter.size}
        options={optionsOf(sizeLabels)}
        onChange={(size) => onChange({ size })}
      />
    </Box>
    <Box {...choiceLayout}>
      <Choice
        label="People"
        value={filter.people}
        options={optionsOf(peopleLabels)}
        describedBy={filter.people && peopleNoteId}
        onChange={(people) => onChange({ people })}
      />
    </Box>
    <ColorSwatches filter={filter} onChange={onChange} />
    {filter.people && (
      <Box id={peopleNoteId} flexBasis="100%" order={{ base: 0, md: 2 }} fontSize="sm" color="ink.muted">
        Creators say whether anyone can be recognized. Items without that information are left out.
      </Box>
    )}
  </Box>
);
