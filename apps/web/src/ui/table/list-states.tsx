import { Box, Flex } from '@chakra-ui/react';
import { ArrowUp, CircleAlert } from 'lucide-react';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../controls/button.tsx';

/** Says what could not be loaded, in the place of the content, and offers to try again. */
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
  /** A single new row, such as 'new item'. */
  readonly noun: string;
  readonly onShow: () => void;
}

/** Announces new rows, wherever the list is scrolled to. The list doesn't change until the user asks for them. */
export const NewRowsPill = ({ count, noun, onShow }: NewRowsPillProps) => (
  <Box
    role="status"
    position="sticky"
    top="114px"
    zIndex={2}
    h="0"
    // Takes up no space among the siblings.
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
