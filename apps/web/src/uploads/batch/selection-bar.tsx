import { Box, Flex } from '@chakra-ui/react';
import { plural } from '../../kernel/plural.ts';
import { commandKey } from '../../ui/commands/keys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { selectAll } from './selection.ts';
import type { Selection } from './selection.ts';

interface SelectionBarProps {
  readonly ids: readonly string[];
  /** How many files have all that they need, and how many failed and have to be tried again. */
  readonly ready: number;
  readonly failed: number;
  /** How many files are selected. */
  readonly selected: number;
  readonly isDesktop: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  readonly onEdit: () => void;
}

/** Shown above the files: how many there are, and what can be done with several at once. */
export const SelectionBar = ({ ids, ready, failed, selected, isDesktop, onSelect, onEdit }: SelectionBarProps) => (
  <Flex align="center" justify="space-between" gap="2" wrap="wrap" fontSize="sm">
    <Box>
      <Box role="status" fontWeight="500" fontVariantNumeric="tabular-nums">
        {selected > 0
          ? `${selected} of ${plural(ids.length, 'file')} selected`
          : `${ready} of ${plural(ids.length, 'file')} ready${failed > 0 ? `, ${failed} failed` : ''}`}
      </Box>
      {isDesktop && (
        <Box color="ink.muted">Arrow keys move, Space selects, Enter edits, {commandKey}+A selects all.</Box>
      )}
    </Box>
    <Flex gap="2" wrap="wrap">
      {selected < ids.length && (
        <Button variant="secondary" size="sm" onClick={() => onSelect((before) => selectAll(before, ids))}>
          Select all
        </Button>
      )}
      {selected > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onSelect(({ current }) => ({ selected: [], current }))}>
          Clear selection
        </Button>
      )}
      {selected > 0 && !isDesktop && (
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
      )}
    </Flex>
  </Flex>
);
