import { Box, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { UploadForm } from '@tessera/domain/content/forms';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useUnloadWarning } from '../../ui/controls/unsaved-guard.tsx';
import { BatchProgress, currentNumber } from './batch-progress.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import {
  addFilesAtom,
  batchAtom,
  batchDefaults,
  discardBatchAtom,
  keepTypedAtom,
  openBatchAtom,
  processBatchAtom,
  removeDetailsAtom,
  removeFileAtom,
} from './batch-upload.atoms.ts';
import { EditorFrame } from './editor-frame.tsx';
import type { Selection } from './selection.ts';
import { missingFields } from './listing-draft.ts';
import { useIsDesktop } from '../../ui/layout/use-is-desktop.ts';
import { useSelection } from './use-selection.ts';
import { BrandInformation, LicensePricing, RightsAndUse, myContent } from '../../studio/public.ts';
import { FileDrop } from '../files/file-drop.tsx';
import { PrivateDetailsNotice } from '../files/private-notice.tsx';
import { sizeMax } from '../files/media-file.ts';
import { UnfinishedNotice, lostFilesText } from '../unfinished/unfinished-notice.tsx';
import { UploadLayout } from '../upload-layout.tsx';
import { useTypedFields } from '../unfinished/use-unfinished.ts';

const SelectionBar = lazyPart(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));
const FileGrid = lazyPart(async () => ({ default: (await import('./file-grid.tsx')).FileGrid }));
const DraftEditor = lazyPart(async () => ({ default: (await import('./draft-editor.tsx')).DraftEditor }));

interface BatchMediaProps {
  readonly error: string | undefined;
  readonly selection: Selection;
  readonly missing: (file: BatchFile) => string;
  readonly isDesktop: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  readonly onEdit: () => void;
  readonly onRetry: (file: BatchFile) => void;
}

const BatchMedia = ({ error, selection, missing, isDesktop, onSelect, onEdit, onRetry }: BatchMediaProps) => {
  const { files, running, isKept } = useAtomValue(batchAtom);
  const add = useSetAtom(addFilesAtom);
  const remove = useSetAtom(removeFileAtom);
  const removeDetails = useSetAtom(removeDetailsAtom);
  const hasFiles = files.length > 0;
  const told = files.filter(({ details, uploadId }) => details.length > 0 && !uploadId);
  return (
    <Stack gap="4">
      {running ? (
        <BatchProgress files={files} />
      ) : (
        <FileDrop
          label={hasFiles ? 'Add more files' : 'Drop photos and videos here, or choose files'}
          help={`Up to 20MB each uploads fastest, and up to ${sizeMax} each is taken. Buyers see reduced, watermarked previews.`}
          error={hasFiles ? undefined : error}
          multiple
          low={hasFiles}
          onFiles={(added) => void add(added)}
        />
      )}
      {!isKept && (
        <Notice tone="waiting" title="Keep this tab open">
          This browser doesn’t have enough space to keep copies of all your files. If you close the tab, you’ll have to
          choose some of them again.
        </Notice>
      )}
      {told.length > 0 && !running && (
        <PrivateDetailsNotice
          subject={told.length === 1 ? `${told[0]?.file.name} tells` : `${told.length} of these files tell`}
          details={told.flatMap(({ details }) => details)}
          onRemove={() => void removeDetails()}
        />
      )}
      {hasFiles && (
        <Suspense fallback={null}>
          {!running && (
            <SelectionBar
              ids={files.map(({ id }) => id)}
              ready={files.filter((file) => missing(file) === '' && file.step.status !== 'failed').length}
              failed={files.filter(({ step }) => step.status === 'failed').length}
              selected={selection.selected.length}
              isDesktop={isDesktop}
              onSelect={onSelect}
              onEdit={onEdit}
            />
          )}
          <FileGrid
            files={files}
            running={running}
            selection={selection}
            missing={missing}
            replacesSelection={isDesktop}
            onSelect={onSelect}
            onEdit={onEdit}
            onRemove={remove}
            onRetry={onRetry}
          />
        </Suspense>
      )}
    </Stack>
  );
};

/** Processes the batch, then goes to the dashboard if anything was saved and the creator hasn't left the page. */
const useProcess = () => {
  const process = useSetAtom(processBatchAtom);
  const readContent = useSetAtom(myContent.refreshAtom);
  const navigate = useNavigate();
  const isOnPage = useRef(true);
  useEffect(() => {
    isOnPage.current = true;
    return () => {
      isOnPage.current = false;
    };
  }, []);
  return async (fields: UploadForm, ids: readonly string[]) => {
    if ((await process(fields, ids)) === 0) return;
    void readContent();
    if (isOnPage.current) await navigate(paths.creator.dashboard);
  };
};

const restoredText = (files: number): string =>
  files === 0
    ? 'We kept what you typed.'
    : `${plural(files, 'file')} not saved yet. Saved files won’t be uploaded again.`;

interface BatchFormProps {
  readonly unfinished: UnfinishedUpload;
  readonly process: (fields: UploadForm, ids: readonly string[]) => Promise<void>;
}

const BatchForm = ({ unfinished, process }: BatchFormProps) => {
  const { files, fields, running, isKept } = useAtomValue(batchAtom);
  const discard = useSetAtom(discardBatchAtom);
  const keepTyped = useSetAtom(keepTypedAtom);
  const form = useClassForm(UploadForm, { ...batchDefaults, ...fields });
  const [missing, setMissing] = useState(false);
  const isDesktop = useIsDesktop();
  const shared = fields ?? batchDefaults;
  const selection = useSelection(files, isDesktop);
  useTypedFields(form, keepTyped, batchDefaults);
  useUnloadWarning(running || !isKept);
  const missingText = ({ file, draft }: BatchFile) => missingFields(draft, file.name, shared).join(', ');

  const publish = async (requested: readonly BatchFile[]) => {
    setMissing(files.length === 0);
    if (files.length === 0) toast.error('No files selected');
    const ready = requested.filter((file) => missingText(file) === '');
    if (ready.length > 0) {
      selection.close();
      return process(
        form.getValues(),
        ready.map(({ id }) => id),
      );
    }
    const isValid = await form.trigger(undefined, { shouldFocus: true });
    if (isValid && requested.length > 0) toast.error('No files are ready yet', 'Each file shows what it still needs.');
    if (!isValid) selection.close();
  };
  const retry = useRef<(file: BatchFile) => void>(() => {});
  useEffect(() => {
    retry.current = (file) => void publish([file]);
  });
  const onRetry = useCallback((file: BatchFile) => retry.current(file), []);
  const { restored } = unfinished;
  const panel = selection.files.length > 0 && (
    <Suspense fallback={null}>
      <DraftEditor
        files={selection.files}
        total={files.length}
        shared={shared}
        focusRequests={selection.focusRequests}
        onNext={selection.next}
        onShared={(changed) => {
          for (const [name, value] of Object.entries(changed)) form.setValue(name as keyof UploadForm, value as string);
          keepTyped(changed);
        }}
      />
    </Suspense>
  );
  return (
    <FormProvider {...form}>
      <chakra.form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!running) void publish(files);
        }}
      >
        {restored && !running && (
          <Box mb="6">
            <UnfinishedNotice
              title="Your unfinished batch is back"
              question="Discard this batch?"
              consequence="The files that aren’t saved yet and everything you typed will be removed from this browser. This can’t be undone."
              onDiscard={() => void discard()}
            >
              {`${restoredText(files.length)}${lostFilesText(restored.lost)}`}
            </UnfinishedNotice>
          </Box>
        )}
        <UploadLayout
          isTable={files.length > 0}
          media={
            <BatchMedia
              error={missing ? 'No files selected' : undefined}
              selection={selection.selection}
              missing={missingText}
              isDesktop={isDesktop}
              onSelect={selection.select}
              onEdit={selection.edit}
              onRetry={onRetry}
            />
          }
        >
          {panel ? (
            <EditorFrame files={selection.files} isDesktop={isDesktop} onClose={selection.close}>
              {panel}
            </EditorFrame>
          ) : (
            <>
              <BrandInformation />
              <LicensePricing />
              <RightsAndUse />
            </>
          )}
          <Button
            type="submit"
            loading={running}
            loadingText={`Processing ${currentNumber(files)} of ${files.length}…`}
            alignSelf={{ md: 'flex-end' }}
          >
            {`Process Batch Upload (${files.length} files)`}
          </Button>
        </UploadLayout>
      </chakra.form>
    </FormProvider>
  );
};

/**
 * Uploads many files at once, each with its own title and tags, and a brand and prices shared by all of them. Files and
 * input are kept in this browser until they are saved.
 */
export const BatchUploadPage = () => {
  const { unfinished } = useAtomValue(batchAtom);
  const open = useSetAtom(openBatchAtom);
  const process = useProcess();
  useEffect(() => void open(), [open, unfinished]);
  return (
    <Page title="Batch upload">
      <PageHeading intro="Each file becomes its own listing. The brand and prices apply to every file; select a file to give it its own.">
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

export { BatchUploadPage as Component };
