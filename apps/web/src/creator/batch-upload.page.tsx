import { Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { UploadForm } from '@tessera/domain/content/forms';
import { useClassForm } from '../kernel/form.tsx';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { useUnloadWarning } from '../ui/unsaved-guard.tsx';
import { BatchFiles } from './batch-files.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import { addFilesAtom, batchAtom, processBatchAtom, removeFileAtom } from './batch-upload.atoms.ts';
import { BrandInformation } from './brand-information.tsx';
import { FileDrop } from './file-drop.tsx';
import { LicensePricing } from './license-pricing.tsx';
import { myContent } from './lists.atoms.ts';
import { UploadLayout } from './upload-layout.tsx';

const BatchMedia = ({ error }: { error: string | undefined }) => {
  const { files, running } = useAtomValue(batchAtom);
  const add = useSetAtom(addFilesAtom);
  const remove = useSetAtom(removeFileAtom);
  const chosen = files.length > 0;
  return (
    <Stack gap="4">
      {!running && (
        <FileDrop
          words={chosen ? 'Add more files' : 'Drop photos and videos here, or choose files'}
          help="Up to 20MB each. Buyers see reduced, watermarked previews."
          error={chosen ? undefined : error}
          multiple
          low={chosen}
          onFiles={add}
        />
      )}
      {chosen && <BatchFiles files={files} running={running} onRemove={remove} />}
    </Stack>
  );
};

const progressOf = (files: readonly BatchFile[]) => {
  const done = files.filter(({ step }) => step.status === 'saved' || step.status === 'failed').length;
  return `Processing ${Math.min(done + 1, files.length)} of ${files.length}…`;
};

/** Goes to the dashboard once something was saved, unless the creator went elsewhere meanwhile. */
const useProcess = () => {
  const process = useSetAtom(processBatchAtom);
  const readContent = useSetAtom(myContent.readAtom);
  const navigate = useNavigate();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return async (fields: UploadForm) => {
    if ((await process(fields)) === 0) return;
    void readContent('start');
    if (here.current) await navigate(paths.creator.dashboard);
  };
};

/** Many files of one brand at the same prices. */
export const BatchUploadPage = () => {
  const { files, fields, running } = useAtomValue(batchAtom);
  const process = useProcess();
  const form = useClassForm(UploadForm, { productUrls: [], ...fields });
  const [missing, setMissing] = useState(false);
  useUnloadWarning(running);
  return (
    <Page title="Batch upload">
      <PageHeading intro="Each file becomes an item of its own, titled by its file name. Brand and prices are the same for all.">
        Batch upload
      </PageHeading>
      <FormProvider {...form}>
        <chakra.form
          noValidate
          onSubmit={(event) => {
            setMissing(files.length === 0);
            if (files.length === 0) toast.error('No files selected');
            void form.handleSubmit((values) => (files.length > 0 ? process(values) : undefined))(event);
          }}
        >
          <UploadLayout media={<BatchMedia error={missing ? 'No files selected' : undefined} />}>
            <BrandInformation />
            <LicensePricing />
            <Button type="submit" loading={running} loadingText={progressOf(files)} alignSelf={{ md: 'flex-end' }}>
              {`Process Batch Upload (${files.length} files)`}
            </Button>
          </UploadLayout>
        </chakra.form>
      </FormProvider>
    </Page>
  );
};
