import { Box, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { UploadForm } from '@tessera/domain/content/forms';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useUnloadWarning } from '../../ui/controls/unsaved-guard.tsx';
import { BatchProgress, numberUnderWay } from './batch-progress.tsx';
import type { BatchFile } from './batch-upload.atoms.ts';
import {
  addFilesAtom,
  batchAtom,
  batchDefaults,
  discardBatchAtom,
  keepTypedAtom,
  openBatchAtom,
  processBatchAtom,
  removeFileAtom,
} from './batch-upload.atoms.ts';
import { LightTable } from './file-grid.tsx';
import { PanelPlace } from './editor-frame.tsx';
import type { Selection } from './selection.ts';
import { TableBar } from './selection-bar.tsx';
import { missingOf } from './listing-draft.ts';
import { TilePanel } from './draft-editor.tsx';
import { useIsDesk } from './use-is-desktop.ts';
import { useSelection } from './use-selection.ts';
import { BrandInformation, LicensePricing, RightsAndUse, myContent } from '../../studio/public.ts';
import { FileDrop } from '../files/file-drop.tsx';
import { UnfinishedNotice, wordsOfLost } from '../unfinished/unfinished-notice.tsx';
import { UploadLayout } from '../upload-layout.tsx';
import { useTypedFields } from '../unfinished/use-unfinished.ts';

interface BatchMediaProps {
  readonly error: string | undefined;
  readonly selection: Selection;
  readonly missing: (file: BatchFile) => string;
  readonly isDesk: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  readonly onEdit: () => void;
  readonly onRetry: (file: BatchFile) => void;
}

const BatchMedia = ({ error, selection, missing, isDesk, onSelect, onEdit, onRetry }: BatchMediaProps) => {
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
      {chosen && !running && (
        <TableBar
          ids={files.map(({ id }) => id)}
          ready={files.filter((file) => missing(file) === '').length}
          chosen={selection.chosen.length}
          isDesk={isDesk}
          onSelect={onSelect}
          onEdit={onEdit}
        />
      )}
      {chosen && (
        <LightTable
          files={files}
          running={running}
          selection={selection}
          missing={missing}
          picksOne={isDesk}
          onSelect={onSelect}
          onEdit={onEdit}
          onRemove={remove}
          onRetry={onRetry}
        />
      )}
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
  return async (fields: UploadForm, ids: readonly string[]) => {
    if ((await process(fields, ids)) === 0) return;
    void readContent();
    if (here.current) await navigate(paths.creator.dashboard);
  };
};

const restoredWords = (files: number): string =>
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
  const isDesk = useIsDesk();
  const shared = fields ?? batchDefaults;
  const table = useSelection(files, isDesk);
  useTypedFields(form, keepTyped, batchDefaults);
  useUnloadWarning(running || !isKept);
  const missingOfFile = ({ file, tile }: BatchFile) => missingOf(tile, file.name, shared).join(', ');

  const publish = async (wanted: readonly BatchFile[]) => {
    setMissing(files.length === 0);
    if (files.length === 0) toast.error('No files selected');
    const ready = wanted.filter((file) => missingOfFile(file) === '');
    if (ready.length > 0) {
      table.close();
      return process(
        form.getValues(),
        ready.map(({ id }) => id),
      );
    }
    const isSound = await form.trigger(undefined, { shouldFocus: true });
    if (isSound && wanted.length > 0) toast.error('Nothing is ready yet', 'Each file says what it still needs.');
    if (!isSound) table.close();
  };
  const retry = useRef<(file: BatchFile) => void>(() => {});
  useEffect(() => {
    retry.current = (file) => void publish([file]);
  });
  const onRetry = useCallback((file: BatchFile) => retry.current(file), []);
  const { found } = unfinished;
  const panel = table.files.length > 0 && (
    <TilePanel
      files={table.files}
      total={files.length}
      shared={shared}
      focusRound={table.focusRound}
      onNext={table.next}
      onShared={(changed) => {
        for (const [name, value] of Object.entries(changed)) form.setValue(name as keyof UploadForm, value as string);
        keepTyped(changed);
      }}
    />
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
        {found && !running && (
          <Box mb="6">
            <UnfinishedNotice
              title="Your unfinished batch is back"
              question="Discard this batch?"
              consequence="The files that aren’t saved yet and everything you typed will be removed from this browser. This can’t be undone."
              onDiscard={() => void discard()}
            >
              {`${restoredWords(files.length)}${wordsOfLost(found.lost)}`}
            </UnfinishedNotice>
          </Box>
        )}
        <UploadLayout
          isTable={files.length > 0}
          media={
            <BatchMedia
              error={missing ? 'No files selected' : undefined}
              selection={table.selection}
              missing={missingOfFile}
              isDesk={isDesk}
              onSelect={table.select}
              onEdit={table.edit}
              onRetry={onRetry}
            />
          }
        >
          {panel ? (
            <PanelPlace files={table.files} isDesk={isDesk} onClose={table.close}>
              {panel}
            </PanelPlace>
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

/** Many files on one table, each with its own words, and a brand and prices that hold for all. What is chosen and typed waits in this browser until it is saved. */
export const BatchUploadPage = () => {
  const { unfinished } = useAtomValue(batchAtom);
  const open = useSetAtom(openBatchAtom);
  const process = useProcess();
  useEffect(() => void open(), [open, unfinished]);
  return (
    <Page title="Batch upload">
      <PageHeading intro="Each file becomes its own listing. Brand and prices hold for all of them; choose a file to give it its own.">
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
