import { Box } from '@chakra-ui/react';
import { Button } from './button.tsx';

interface SaveBarProps {
  readonly label: string;
  /** Whether there is anything to save. */
  readonly changed: boolean;
  readonly saving: boolean;
}

/** The save button below a form; it is disabled until there is something to save. */
export const SaveBar = ({ label, changed, saving }: SaveBarProps) => (
  <Box display="flex" flexWrap="wrap" alignItems="center" gap="4">
    <Button type="submit" w={{ base: 'full', sm: 'auto' }} disabled={!changed} loading={saving} loadingText="Saving...">
      {label}
    </Button>
    <Box fontSize="sm" color="ink.muted">
      {changed ? 'Unsaved changes.' : 'All changes saved.'}
    </Box>
  </Box>
);
