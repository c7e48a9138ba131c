import { Box, Flex, chakra } from '@chakra-ui/react';
import { Copy, Download } from 'lucide-react';
import { saveFile } from '../../kernel/save-file.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;
const fileName = 'tessera-recovery-codes.txt';

const copy = async (codes: readonly string[]) => {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.success('Copied', 'Paste your codes somewhere safe.');
  } catch {
    toast.error('Failed to copy', 'Please write the codes down or download them.');
  }
};

const save = (codes: readonly string[]) => {
  const words =
    'Recovery codes for your Tessera account. Each works once in place of a code from your app or a passkey.';
  saveFile(new Blob([`${words}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), fileName);
};

/** Shows new recovery codes, which is only possible now: the server stores nothing but their hashes. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <Box display="grid" gap="5">
    <FocusedNotice tone="waiting" title="Save your recovery codes">
      If you lose your phone or your passkey, these let you in. Each works once. You won’t see them again.
    </FocusedNotice>
    <chakra.ul
      aria-label="Recovery codes"
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(2, max-content)' }}
      columnGap="8"
      rowGap="2"
      p="5"
      bg="sunken"
      borderRadius="control"
      fontFamily="mono"
      listStyleType="none"
    >
      {codes.map((code) => (
        <chakra.li key={code}>{code}</chakra.li>
      ))}
    </chakra.ul>
    <Flex gap="3" wrap="wrap">
      <Button onClick={onDone} w={{ base: 'full', sm: 'auto' }}>
        I’ve saved them
      </Button>
      <Button variant="secondary" flex={{ base: '1', sm: 'none' }} onClick={() => void copy(codes)}>
        <Copy {...icon} />
        Copy
      </Button>
      <Button variant="secondary" flex={{ base: '1', sm: 'none' }} onClick={() => save(codes)}>
        <Download {...icon} />
        Download
      </Button>
    </Flex>
  </Box>
);
