import { Box } from '@chakra-ui/react';
import { readAgreement } from '@tessera/domain/licensing/agreement';
import type { AgreementRow, LicenseRow } from '@tessera/domain/licensing/row';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { downloadAgreement } from '../kernel/download.ts';
import { get } from '../kernel/send.ts';
import { AgreementText } from './agreement-text.tsx';
import { Button } from './button.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

const Agreement = ({ text }: { text: string }) => {
  const { notes, sections } = readAgreement(text);
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
    <DetailDrawer
      title="Content License Agreement"
      subtitle={license.content.title}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={() => void downloadAgreement(license.id)}>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          Download PDF
        </Button>
      }
    >
      {failure && <Notice>{failure}</Notice>}
      {text ? <Agreement text={text} /> : !failure && <Waiting />}
    </DetailDrawer>
  );
};
