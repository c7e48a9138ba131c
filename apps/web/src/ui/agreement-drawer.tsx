import type { LicenseRow } from '@tessera/domain/licensing/row';
import { Download, ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { downloadAgreement } from '../kernel/download.ts';
import { paths } from '../paths.ts';
import { Button } from './button.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { RecordedAgreement } from './recorded-agreement.tsx';
import { useAgreement } from './use-agreement.ts';

/** One licence's agreement beside the list that it stands in; it has a page of its own too. */
export const AgreementDrawer = ({ license, onClose }: { license: LicenseRow; onClose: () => void }) => {
  const { agreement, problem, again } = useAgreement(license.id);
  return (
    <DetailDrawer
      title="Content License Agreement"
      subtitle={license.content.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" asChild>
            <Link to={paths.agreement(license.id)} target="_blank">
              <ExternalLink size={16} strokeWidth={1.5} aria-hidden />
              Open as a page
            </Link>
          </Button>
          <Button variant="secondary" onClick={() => void downloadAgreement(license.id)}>
            <Download size={16} strokeWidth={1.5} aria-hidden />
            Download PDF
          </Button>
        </>
      }
    >
      <RecordedAgreement agreement={agreement} failed={problem !== undefined} onTryAgain={again} />
    </DetailDrawer>
  );
};
