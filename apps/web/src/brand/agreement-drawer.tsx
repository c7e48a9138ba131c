import { Box, Drawer, Portal } from '@chakra-ui/react';
import type { AgreementRow, LicenseRow } from '@tessera/domain/licensing/row';
import { Download, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { get } from '../kernel/send.ts';
import { AgreementText } from '../ui/agreement-text.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { downloadAgreement } from './download-agreement.ts';

/** The recorded text as it was agreed: blocks with a heading line are clauses, single lines stand above them. */
const parsed = (text: string) => {
  const [title = '', ...blocks] = text.split('\n\n').map((block) => block.split('\n'));
  const notes = blocks.filter((block) => block.length === 1).flat();
  const sections = blocks
    .filter((block) => block.length > 1)
    .map(([heading = '', ...paragraphs]) => ({ heading, paragraphs }));
  return { title: [title].flat().join(' '), notes, sections };
};

const Agreement = ({ text }: { text: string }) => {
  const { notes, sections } = parsed(text);
  return (
    <>
      <Box fontSize="sm" color="ink.muted" mb="5" overflowWrap="anywhere">
        {notes.map((note) => (
          <Box key={note}>{note}</Box>
        ))}
      </Box>
      <AgreementText sections={sections} />
    </>
  );
};

const Waiting = () => (
  <Box role="status" aria-label="Loading the agreement" display="grid" gap="3">
    <Skeleton h="6" w="50%" />
    <Skeleton h="32" />
    <Skeleton h="24" />
  </Box>
);

/** One licence's agreement, word for word. */
export const AgreementDrawer = ({ license, onClose }: { license: LicenseRow; onClose: () => void }) => {
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    get<AgreementRow>(`/api/licenses/${license.id}/agreement`).then(
      (agreement) => setText(agreement.agreement_text),
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
  }, [license.id]);
  return (
    <Drawer.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header pe="16">
              <Box>
                <Drawer.Title>Content License Agreement</Drawer.Title>
                <Box color="ink.muted" fontSize="sm" mt="1">
                  {license.content.title}
                </Box>
              </Box>
            </Drawer.Header>
            <Drawer.Body tabIndex={0}>
              {failure && (
                <Box role="alert" color="trouble">
                  {failure}
                </Box>
              )}
              {text ? <Agreement text={text} /> : !failure && <Waiting />}
            </Drawer.Body>
            <Drawer.Footer>
              <Button variant="secondary" onClick={() => void downloadAgreement(license)}>
                <Download size={16} strokeWidth={1.5} aria-hidden />
                Download PDF
              </Button>
            </Drawer.Footer>
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X size={18} strokeWidth={1.5} aria-hidden />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};
