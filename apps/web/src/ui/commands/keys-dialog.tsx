import { Box, Dialog, Portal, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { commandKey, pageKeysAtom } from './keys.ts';
import type { KeyGroup } from './keys.ts';

const everywhere: KeyGroup = {
  name: 'Everywhere',
  help: [
    { keys: [commandKey, 'K'], does: 'Find anything: pages, actions, and your own items' },
    { keys: ['?'], does: 'Show keyboard shortcuts' },
    { keys: ['Esc'], does: 'Close the open menu or dialog' },
  ],
};

const Key = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '7',
    h: '7',
    px: '2',
    borderWidth: '1px',
    borderColor: 'hairline.strong',
    borderRadius: 'sm',
    bg: 'sunken',
    fontFamily: 'body',
    fontSize: 'xs',
    fontWeight: '600',
  },
});

const Group = ({ name, help }: KeyGroup) => (
  <Box as="section" aria-label={name} _notFirst={{ mt: '6' }}>
    <chakra.h3 fontSize="sm" fontWeight="600" color="ink.muted" mb="1">
      {name}
    </chakra.h3>
    <chakra.dl>
      {help.map(({ keys, does }) => (
        <Box
          key={does}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="4"
          minH="11"
          borderBottomWidth="1px"
          borderColor="hairline"
        >
          <chakra.dt order="2" display="flex" gap="1" flexShrink="0">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </chakra.dt>
          <chakra.dd fontSize="sm">{does}</chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  </Box>
);

/** Lists the shortcuts of the current page, and those that work everywhere. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const groups = useAtomValue(pageKeysAtom);
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="lg">
            <Dialog.Header>
              <Dialog.Title>Keyboard shortcuts</Dialog.Title>
              <Dialog.CloseTrigger asChild position="static" my="-2" me="-3">
                <Button variant="ghost" size="icon" aria-label="Close">
                  <X size={20} strokeWidth={1.5} aria-hidden />
                </Button>
              </Dialog.CloseTrigger>
            </Dialog.Header>
            <Dialog.Body>
              {groups.map((group) => (
                <Group key={group.name} {...group} />
              ))}
              <Group {...everywhere} />
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
