import type { AgreementRow, LicenseRow } from '@tessera/contract/licenses';
import { Download, ExternalLink } from 'lucide-react';
import { downloadAgreement } from '../download.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { RecordedAgreement, agreementPath } from './recorded-agreement.tsx';

/** A license's agreement in a drawer over the list; the same agreement also has its own page. */
export const AgreementDrawer = ({ license, onClose }: { license: LicenseRow; onClose: () => void }) => {
  const { reading, retry } = useReading<AgreementRow>(agreementPath(license.id));
  return (
    <DetailDrawer
      title="Content License Agreement"
      subtitle={license.content.title}
      onClose={onClose}
      actions={
        <>
          <ButtonLink to={paths.agreement(license.id)} target="_blank" variant="ghost">
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden />
            Open as a page
          </ButtonLink>
          <Button variant="secondary" onClick={() => void downloadAgreement(license.id)}>
            <Download size={16} strokeWidth={1.5} aria-hidden />
            Download PDF
          </Button>
        </>
      }
    >
      <RecordedAgreement reading={reading} onTryAgain={retry} />
    </DetailDrawer>
  );
};
