import { Box, Flex } from '@chakra-ui/react';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../../ui/controls/button.tsx';
import { everyOne } from './selection.ts';
import type { Selection } from './selection.ts';

interface TableBarProps {
  readonly ids: readonly string[];
  readonly ready: number;
  /** How many are chosen. */
  readonly chosen: number;
  readonly isDesk: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  readonly onEdit: () => void;
}

/** Above the table: how many lie on it, and what can be done with several. */
export const TableBar = ({ ids, ready, chosen, isDesk, onSelect, onEdit }: TableBarProps) => (
  <Flex align="center" justify="space-between" gap="2" wrap="wrap" fontSize="sm">
    <Box>
      <Box role="status" fontWeight="500" fontVariantNumeric="tabular-nums">
        {chosen > 0
          ? `${chosen} of ${plural(ids.length, 'file')} chosen`
          : `${ready} of ${plural(ids.length, 'file')} ready`}
      </Box>
      {isDesk && <Box color="ink.muted">Arrow keys move, Space chooses, Enter edits, Ctrl+A takes all.</Box>}
    </Box>
    <Flex gap="2" wrap="wrap">
      {chosen < ids.length && (
        <Button variant="secondary" size="sm" onClick={() => onSelect((before) => everyOne(before, ids))}>
          Choose all
        </Button>
      )}
      {chosen > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onSelect(({ current }) => ({ chosen: [], current }))}>
          Let go
        </Button>
      )}
      {chosen > 0 && !isDesk && (
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
      )}
    </Flex>
  </Flex>
);
