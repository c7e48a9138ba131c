import { Box, Drawer, Portal, Stack } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { AgreementRow, LicenseRow } from '@tessera/domain/licensing/row';
import { get as read } from '../kernel/send.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type Loaded =
  { readonly status: 'loading' | 'failed' } | { readonly status: 'loaded'; readonly agreement: AgreementRow };

const useAgreement = (licenseId: string): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  useEffect(() => {
    let current = true;
    const show = (state: Loaded) => current && setLoaded(state);
    read<AgreementRow>(`/api/licenses/${licenseId}/agreement`)
      .then((agreement) => show({ status: 'loaded', agreement }))
      .catch(() => show({ status: 'failed' }));
    return () => {
      current = false;
    };
  }, [licenseId]);
  return loaded;
};

/** The recorded text is paragraphs divided by empty lines; within one, the first line is its heading. */
const AgreementText = ({ text }: { text: string }) => (
  <Stack gap="5" maxW="65ch" fontSize="md" lineHeight="1.6">
    {text.split('\n\n').map((part) => {
      const [heading, ...lines] = part.split('\n');
      if (lines.length === 0) return <Box key={part}>{heading}</Box>;
      return (
        <Box as="section" key={part}>
          <Box as="h3" fontFamily="heading" fontSize="lg" mb="1">
            {heading}
          </Box>
          {lines.map((line) => (
            <Box as="p" key={line} mb="2">
              {line}
            </Box>
          ))}
        </Box>
      );
    })}
  </Stack>
);

interface AgreementDrawerProps {
  readonly license: LicenseRow;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

/** The agreement as it was issued, word for word. */
export const AgreementDrawer = ({ license, onClose, onSave }: AgreementDrawerProps) => {
  const loaded = useAgreement(license.id);
  return (
    <Drawer.Root open onOpenChange={({ open }) => !open && onClose()} size="md">
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>
                {license.content.title} · {license.brand_name}
              </Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>
              {loaded.status === 'loading' && <Skeleton h="400px" />}
              {loaded.status === 'failed' && (
                <Box role="alert">The agreement could not be loaded. Please close this and try again.</Box>
              )}
              {loaded.status === 'loaded' && <AgreementText text={loaded.agreement.agreement_text} />}
            </Drawer.Body>
            <Drawer.Footer>
              <Button variant="secondary" onClick={onClose}>
                Close
              </Button>
              <Button onClick={onSave}>Download PDF</Button>
            </Drawer.Footer>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};
