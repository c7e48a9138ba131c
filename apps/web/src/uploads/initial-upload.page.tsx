import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { UploadForm } from '@tessera/domain/content/forms';
import { useClassForm } from '../kernel/forms/form.tsx';
import { keepInitialUpload, waitingInitialUpload } from './unfinished/pending-upload.ts';
import type { InitialUpload } from './unfinished/pending-upload.ts';
import { newId } from './unfinished/unfinished-upload.ts';
import type { UnfinishedUpload } from './unfinished/unfinished-upload.ts';
import { useTypedFields, useUnfinished } from './unfinished/use-unfinished.ts';
import { useUnloadWarning } from '../ui/controls/unsaved-guard.tsx';
import { sessionAtom } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/layout/notice.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { BrandInformation, LicensePricing } from '../studio/public.ts';
import { useChosenFile } from './files/chosen-file.ts';
import { FileDrop } from './files/file-drop.tsx';
import { FilePreview } from './files/file-preview.tsx';
import { formatBytes } from '../ui/facts/bytes.ts';
import { sizeHelp } from './files/media-file.ts';
import { usePageDrop } from './files/page-drop.ts';
import { PrivateNotice } from './files/private-notice.tsx';
import { thumbnailOf } from './files/thumbnail.ts';
import { UploadLayout } from './upload-layout.tsx';

interface ChosenFileProps {
  readonly file: File;
  readonly keeping: Keeping;
  readonly preview: string;
  readonly onReplace: (file: File | undefined) => void;
  readonly onRemove: () => void;
}

const ChosenFile = ({ file, keeping, preview, onReplace, onRemove }: ChosenFileProps) => {
  const isOver = usePageDrop(([dropped]) => onReplace(dropped));
  return (
    <Stack gap="3" opacity={isOver ? 0.6 : 1}>
      <FilePreview key={preview} file={file} preview={preview} />
      <Flex justify="space-between" gap="3" fontSize="sm" fontVariantNumeric="tabular-nums">
        <Box fontWeight="500" truncate>
          {file.name}
        </Box>
        <Box color="ink.muted" flexShrink={0}>
          {formatBytes(file.size)}
          {keeping === 'kept' && ', saved in this browser'}
        </Box>
      </Flex>
      {keeping === 'refused' && (
        <Notice tone="waiting" title="Keep this tab open">
          This browser couldn’t keep a copy of the file. If you close or reload this page, you’ll have to choose it
          again.
        </Notice>
      )}
      <PrivateNotice file={file} onCleaned={onReplace} />
      <Button variant="ghost" size="sm" alignSelf="flex-start" ms="-3.5" onClick={onRemove}>
        Remove file
      </Button>
    </Stack>
  );
};

interface Waiting {
  readonly initial: InitialUpload;
  readonly file: File;
}

const fieldsOf = ({ initial }: Waiting): Partial<UploadForm> =>
  Object.fromEntries(Object.keys(new UploadForm()).map((name) => [name, initial[name as keyof UploadForm]]));

const texts = {
  visitor: {
    intro: 'Choose what you want to license and at what price. Nothing leaves this browser until you sign up.',
    button: 'Continue to Sign Up',
  },
  creator: {
    intro: 'Choose what you want to license and at what price. It’s published as soon as you continue.',
    button: 'Continue to Dashboard',
  },
} as const;

/** A visitor has no account yet. */
const visitor = 'visitor';

type Keeping = 'storing' | 'kept' | 'refused';

/** Keeps the chosen file in this browser, and forgets the one before it. */
const useKeptFile = (unfinished: UnfinishedUpload, file: File | null): Keeping => {
  const restored = unfinished.restored?.files[0];
  const kept = useRef(restored ? { id: restored.id, file: restored.file } : null);
  const [keeping, setKeeping] = useState<Keeping>(restored ? 'kept' : 'storing');
  useEffect(() => {
    const before = kept.current;
    if (before?.file === file) return;
    if (before) void unfinished.removeFile(before.id);
    const id = newId();
    kept.current = file && { id, file };
    if (!file) return;
    setKeeping('storing');
    const settle = (outcome: Keeping) => () => {
      if (kept.current?.id === id) setKeeping(outcome);
    };
    unfinished.keepFile(id, file).then(settle('kept'), settle('refused'));
  }, [unfinished, file]);
  return keeping;
};

const defaults: UploadForm = { ...new UploadForm(), productUrls: [] };

const InitialUploadForm = ({ unfinished, waiting }: { unfinished: UnfinishedUpload; waiting: Waiting | null }) => {
  const { restored } = unfinished;
  const { intro, button } = texts[useAtomValue(sessionAtom) ? 'creator' : 'visitor'];
  const navigate = useNavigate();
  const form = useClassForm(UploadForm, { ...defaults, ...(restored?.fields ?? (waiting && fieldsOf(waiting))) });
  const { file, preview, choose, remove } = useChosenFile(restored?.files[0]?.file ?? waiting?.file ?? null);
  const keeping = useKeptFile(unfinished, file);
  useTypedFields(form, unfinished.keepFields, defaults);
  useUnloadWarning(file !== null && keeping !== 'kept');
  const [missing, setMissing] = useState(false);
  const [unsaved, setUnsaved] = useState<string | null>(null);

  const keep = async (chosen: File, values: UploadForm) => {
    try {
      await keepInitialUpload(chosen, await thumbnailOf(chosen), values, { unfinishedKey: unfinished.key });
    } catch {
      const message = 'This browser couldn’t store the file. Free up some space, or sign up first.';
      setUnsaved(message);
      toast.error('Error saving data', message);
      return;
    }
    const state = { initialUpload: true, authType: 'signup', userType: 'creator' } as const;
    await navigate(paths.auth, { state });
  };
  const submit = form.handleSubmit(async (values) => {
    if (file) await keep(file, values);
  });
  return (
    <Page title="Upload your first content">
      <PageHeading intro={intro}>Upload your first content</PageHeading>
      <FormProvider {...form}>
        <chakra.form
          noValidate
          onSubmit={(event) => {
            setUnsaved(null);
            setMissing(!file);
            if (!file) toast.error('No file selected', 'Please select a file to upload');
            void submit(event);
          }}
        >
          <UploadLayout
            media={
              file && preview ? (
                <ChosenFile
                  file={file}
                  keeping={keeping}
                  preview={preview}
                  onReplace={(chosen) => void choose(chosen)}
                  onRemove={remove}
                />
              ) : (
                <FileDrop
                  label="Drop a photo or video here, or choose a file"
                  help={`${sizeHelp} Buyers see a reduced, watermarked preview.`}
                  error={missing ? 'Missing media' : undefined}
                  onFiles={([chosen]) => void choose(chosen)}
                />
              )
            }
          >
            <BrandInformation />
            <LicensePricing />
            {unsaved && <Notice title="Error saving data">{unsaved}</Notice>}
            <Button
              type="submit"
              loading={form.formState.isSubmitting}
              loadingText="Saving your file…"
              alignSelf={{ md: 'flex-end' }}
            >
              {button}
            </Button>
          </UploadLayout>
        </chakra.form>
      </FormProvider>
    </Page>
  );
};

/**
 * The upload form for visitors without an account. Visitors who come back to it, from the sign-up form or another day,
 * find it still filled in.
 */
export const InitialUploadPage = () => {
  const [waiting, setWaiting] = useState<Waiting | null>();
  useEffect(() => void waitingInitialUpload().then(setWaiting), []);
  const { unfinished } = useUnfinished('initial', visitor);
  if (waiting !== undefined && unfinished) return <InitialUploadForm unfinished={unfinished} waiting={waiting} />;
  return (
    <Page title="Upload your first content">
      <Skeleton h="560px" aria-label="Loading the form" />
    </Page>
  );
};

export { InitialUploadPage as Component };
