import { Box, Flex } from '@chakra-ui/react';
import { ArrowUp, CircleAlert } from 'lucide-react';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../controls/button.tsx';

/** What could not be read, where it would stand, and how to continue. */
export const ReadFailed = ({ words, onTryAgain }: { words: string; onTryAgain: () => void }) => (
  <Flex role="alert" align="center" gap="3" wrap="wrap" bg="trouble.tint" borderRadius="control" px="4" py="3">
    <Flex color="trouble" align="center" gap="2.5" fontSize="sm" fontWeight="600" flex="1" minW="0">
      <CircleAlert size={18} strokeWidth={1.5} aria-hidden />
      {words}
    </Flex>
    <Button variant="secondary" size="sm" onClick={onTryAgain}>
      Try again
    </Button>
  </Flex>
);

interface NewRowsPillProps {
  readonly count: number;
  /** One of what there is news of, such as 'new item'. */
  readonly noun: string;
  readonly onShow: () => void;
}

/** Says what came in the meantime, wherever in a list one is, and leaves the list as it is until it is requested. */
export const NewRowsPill = ({ count, noun, onShow }: NewRowsPillProps) => (
  <Box
    role="status"
    position="sticky"
    top="114px"
    zIndex={2}
    h="0"
    // Takes no room among the others.
    mt="-4"
    display="flex"
    justifyContent="center"
    alignItems="flex-start"
  >
    {count > 0 && (
      <Button size="sm" borderRadius="full" boxShadow="raised" animation="drop-in 160ms ease-out" onClick={onShow}>
        <ArrowUp size={16} strokeWidth={1.5} aria-hidden /> Show {plural(count, noun)}
      </Button>
    )}
  </Box>
);
