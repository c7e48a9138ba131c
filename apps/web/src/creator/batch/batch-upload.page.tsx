import { Box, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { UploadForm } from '@tessera/domain/content/forms';
import { useClassForm } from '../../kernel/form.tsx';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../../kernel/unfinished-upload.ts';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useUnloadWarning } from '../../ui/controls/unsaved-guard.tsx';
import { BatchFiles } from './batch-files.tsx';
import { BatchProgress, numberUnderWay } from './batch-progress.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import {
  addFilesAtom,
  batchAtom,
  discardBatchAtom,
  keepTypedAtom,
  openBatchAtom,
  processBatchAtom,
  removeFileAtom,
} from './batch-upload.atoms.ts';
import { BrandInformation } from '../listing/brand-information.tsx';
import { FileDrop } from '../upload/file-drop.tsx';
import { LicensePricing } from '../listing/license-pricing.tsx';
import { myContent } from '../studio/lists.atoms.ts';
import { UnfinishedNotice, wordsOfLost } from '../upload/unfinished-notice.tsx';
import { UploadLayout } from '../upload/upload-layout.tsx';
import { useTypedFields } from '../upload/use-unfinished.ts';

interface BatchMediaProps {
  readonly error: string | undefined;
  readonly onRetry: (file: BatchFile) => void;
}

const BatchMedia = ({ error, onRetry }: BatchMediaProps) => {
  const { files, running, isKept } = useAtomValue(batchAtom);
  const add = useSetAtom(addFilesAtom);
  const remove = useSetAtom(removeFileAtom);
  const chosen = files.length > 0;
  return (
    <Stack gap="4">
      {running ? (
        <BatchProgress files={files} />
      ) : (
        <FileDrop
          words={chosen ? 'Add more files' : 'Drop photos and videos here, or choose files'}
          help="Up to 20MB each. Buyers see reduced, watermarked previews."
          error={chosen ? undefined : error}
          multiple
          low={chosen}
          onFiles={(added) => void add(added)}
        />
      )}
      {!isKept && (
        <Notice tone="waiting" title="Keep this tab open">
          This browser doesn’t have room to keep copies of all your files: if you close the tab, you’ll have to choose
          some of them again.
        </Notice>
      )}
      {chosen && <BatchFiles files={files} running={running} onRemove={remove} onRetry={onRetry} />}
    </Stack>
  );
};

/** Goes to the dashboard once something was saved, unless the creator went elsewhere or has something left to try. */
const useProcess = () => {
  const process = useSetAtom(processBatchAtom);
  const readContent = useSetAtom(myContent.refreshAtom);
  const navigate = useNavigate();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return async (fields: UploadForm, only?: BatchFile) => {
    if ((await process(fields, only?.id)) === 0) return;
    void readContent();
    if (here.current) await navigate(paths.creator.dashboard);
  };
};

const defaults: UploadForm = { ...new UploadForm(), productUrls: [] };

const whatIsBack = (files: number): string =>
  files === 0
    ? 'We kept what you typed.'
    : `${plural(files, 'file')} not saved yet. Saved files won’t be uploaded again.`;

interface BatchFormProps {
  readonly unfinished: UnfinishedUpload;
  readonly process: (fields: UploadForm, only?: BatchFile) => Promise<void>;
}

const BatchForm = ({ unfinished, process }: BatchFormProps) => {
  const { files, fields, running, isKept } = useAtomValue(batchAtom);
  const discard = useSetAtom(discardBatchAtom);
  const keepTyped = useSetAtom(keepTypedAtom);
  const form = useClassForm(UploadForm, { ...defaults, ...fields });
  const [missing, setMissing] = useState(false);
  useTypedFields(form, keepTyped, defaults);
  useUnloadWarning(running || !isKept);
  const retry = useRef<(file: BatchFile) => void>(() => {});
  useEffect(() => {
    retry.current = (file) => void form.handleSubmit((values) => process(values, file))();
  });
  const onRetry = useCallback((file: BatchFile) => retry.current(file), []);
  const { found } = unfinished;
  return (
    <FormProvider {...form}>
      <chakra.form
        noValidate
        onSubmit={(event) => {
          setMissing(files.length === 0);
          if (files.length === 0) toast.error('No files selected');
          void form.handleSubmit((values) => (files.length > 0 ? process(values) : undefined))(event);
        }}
      >
        {found && !running && (
          <Box mb="6">
            <UnfinishedNotice
              title="Your unfinished batch is back"
              question="Discard this batch?"
              consequence="The files that aren’t saved yet and everything you typed will be removed from this browser. This can’t be undone."
              onDiscard={() => void discard()}
            >
              {`${whatIsBack(files.length)}${wordsOfLost(found.lost)}`}
            </UnfinishedNotice>
          </Box>
        )}
        <UploadLayout media={<BatchMedia error={missing ? 'No files selected' : undefined} onRetry={onRetry} />}>
          <BrandInformation />
          <LicensePricing />
          <Button
            type="submit"
            loading={running}
            loadingText={`Processing ${numberUnderWay(files)} of ${files.length}…`}
            alignSelf={{ md: 'flex-end' }}
          >
            {`Process Batch Upload (${files.length} files)`}
          </Button>
        </UploadLayout>
      </chakra.form>
    </FormProvider>
  );
};

/** Many files of one brand at the same prices. What is chosen and typed waits in this browser until it is saved. */
export const BatchUploadPage = () => {
  const { unfinished } = useAtomValue(batchAtom);
  const open = useSetAtom(openBatchAtom);
  const process = useProcess();
  useEffect(() => void open(), [open, unfinished]);
  return (
    <Page title="Batch upload">
      <PageHeading intro="Each file becomes its own item, titled after its file name. They all share the same brand and prices.">
        Batch upload
      </PageHeading>
      {unfinished ? (
        <BatchForm key={unfinished.key} unfinished={unfinished} process={process} />
      ) : (
        <Skeleton h="560px" aria-label="Loading the form" />
      )}
    </Page>
  );
};
