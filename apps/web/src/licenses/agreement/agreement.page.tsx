import { Box } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { AgreementRow } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { Download } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { downloadAgreement } from '../download.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../shell/public.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { RecordedAgreement, agreementPath } from './recorded-agreement.tsx';

const title = 'Content License Agreement';

const BackToLicense = ({ licenseId }: { licenseId: string }) => {
  const isBrand = useAtomValue(sessionAtom)?.role === 'brand';
  return (
    <ButtonLink to={isBrand ? paths.brand.license(licenseId) : paths.creator.licenses} variant="secondary">
      {isBrand ? 'Back to the license' : 'Back to my licenses'}
    </ButtonLink>
  );
};

const Unknown = () => {
  const isBrand = useAtomValue(sessionAtom)?.role === 'brand';
  return (
    <MessagePage
      title={title}
      heading="No such agreement"
      actions={<ButtonLink to={isBrand ? paths.brand.licenses : paths.creator.licenses}>Go to my licenses</ButtonLink>}
    >
      <Box color="ink.muted" fontSize="lg" mt="4" textWrap="pretty">
        None of your licenses has this number. Only the brand and the creator named in an agreement can read it.
      </Box>
    </MessagePage>
  );
};

/** The agreement of one license, for its parties, at a permanent address. */
export const AgreementPage = () => {
  const { licenseId = '' } = useParams();
  const { reading, retry } = useReading<AgreementRow>(agreementPath(licenseId));
  if (reading.status === 'unknown') return <Unknown />;
  const agreement = reading.status === 'known' ? reading.value : null;
  return (
    <Page title={title} width="56rem">
      <PageHeading
        intro={
          agreement &&
          `${licenseTypeTitles[agreement.license_type]} between ${agreement.creator_name} and ${agreement.brand_name}`
        }
        actions={
          agreement && (
            <>
              <BackToLicense licenseId={licenseId} />
              <Button onClick={() => void downloadAgreement(licenseId)}>
                <Download size={16} strokeWidth={1.5} aria-hidden />
                Download PDF
              </Button>
            </>
          )
        }
      >
        {title}
      </PageHeading>
      <RecordedAgreement reading={reading} onTryAgain={retry} />
    </Page>
  );
};

export { AgreementPage as Component };
