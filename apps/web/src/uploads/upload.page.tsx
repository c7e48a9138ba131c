import { Box, chakra } from '@chakra-ui/react';
import type { ChangedContent } from '@tessera/contract/content';
import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FormEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PublishForm } from '@tessera/domain/content/forms';
import { showFieldErrors, useClassForm } from '../kernel/forms/form.tsx';
import { post } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import type { UnfinishedUpload } from './unfinished/unfinished-upload.ts';
import { UploadFailed } from './sending/upload-failed.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { useUnloadWarning } from '../ui/controls/unsaved-guard.tsx';
import { BrandInformation, LicensePricing, ListingDetails, RightsAndUse, myContent } from '../studio/public.ts';
import { MediaDrop } from './files/media-drop.tsx';
import { useReopenedUpload } from './unfinished/reopened-upload.atoms.ts';
import type { ReopenedUpload } from './unfinished/reopened-upload.atoms.ts';
import { UnfinishedNotice, lostFilesText } from './unfinished/unfinished-notice.tsx';
import { noText, suggestionOf, withNewSuggestion } from './suggestions/suggestion.ts';
import type { ListingText } from './suggestions/suggestion.ts';
import { readEmbeddedText } from './suggestions/embedded-text.ts';
import { publishedAtom } from './published.atoms.ts';
import { UploadLayout } from './upload-layout.tsx';
import { useMediaUpload } from './sending/use-media-upload.ts';
import type { MediaUploadState } from './sending/use-media-upload.ts';
import { useTypedFields, useUnfinishedUpload } from './unfinished/use-unfinished.ts';

type Form = UseFormReturn<PublishForm, unknown, PublishForm>;

const typedFields = (Object.keys(new PublishForm()) as (keyof PublishForm)[]).filter((name) => name !== 'uploadId');

const messageOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'An unexpected error occurred during upload';
  return error.message || 'An error occurred during upload';
};

/** Waits until the media is uploaded, then publishes. Whatever fails, the form keeps its input. */
const usePublish = (form: Form, media: MediaUploadState, unfinished: UnfinishedUpload) => {
  const navigate = useNavigate();
  const readContent = useSetAtom(myContent.refreshAtom);
  const setPublished = useSetAtom(publishedAtom);
  const [step, setStep] = useState<'none' | 'waiting' | 'saving'>('none');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const publish = async () => {
    setStep('waiting');
    form.setValue('uploadId', await media.stored());
    setStep('saving');
    await form.handleSubmit(async (values) => {
      const item = await post<ChangedContent>('/api/content', values);
      await unfinished.forget();
      setPublished([item]);
      toast.success('Content uploaded');
      void readContent();
      await navigate(paths.creator.dashboard);
    })();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step !== 'none') return;
    setRefusal(null);
    setMissing(!media.chosen);
    if (!media.chosen) toast.error('No file selected', 'Please select a file to upload');
    const isValid = await form.trigger(typedFields, { shouldFocus: true });
    if (!isValid || !media.chosen) return;
    try {
      await publish();
    } catch (error) {
      // A failed upload has already been reported, and is shown at the media.
      if (error instanceof UploadFailed) return;
      showFieldErrors(form, error);
      setRefusal(messageOf(error));
      toast.error('Upload failed', messageOf(error));
    } finally {
      setStep('none');
    }
  };
  return { submit, step, refusal, mediaError: missing && !media.chosen ? 'Missing media' : undefined };
};

/**
 * Fills in title, description and tags from a newly chosen file, unless something is typed there. A restored file
 * doesn't count as new. Returns how often it has done so.
 */
const useSuggestions = (form: Form, file: File | undefined, restoredFile: File | undefined) => {
  const [fills, setFills] = useState(0);
  const fillIn = useEffectEvent((suggested: ListingText) => {
    const { title, description, tags } = form.getValues();
    const text = withNewSuggestion({ title, description, tags }, noText, suggested);
    for (const [name, value] of Object.entries(text))
      form.setValue(name as keyof ListingText, value as string, { shouldValidate: true });
    setFills(fills + 1);
  });
  useEffect(() => {
    if (!file || file === restoredFile) return;
    let isMounted = true;
    void readEmbeddedText(file).then((text) => isMounted && fillIn(suggestionOf(file.name, text)));
    return () => {
      isMounted = false;
    };
  }, [file, restoredFile]);
  return fills;
};

const buttonLabels = { none: 'Upload Content', waiting: 'Waiting for the upload…', saving: 'Saving…' } as const;

interface UploadFormProps {
  readonly unfinished: UnfinishedUpload;
  readonly reopened: ReopenedUpload | null;
  readonly onDiscard: () => void;
}

const defaults: PublishForm = { ...new PublishForm(), productUrls: [] };

const UnfinishedUploadForm = ({ unfinished, reopened, onDiscard }: UploadFormProps) => {
  const { restored } = unfinished;
  const form = useClassForm(PublishForm, { ...defaults, ...reopened?.fields, ...restored?.fields });
  const media = useMediaUpload(unfinished, reopened?.file);
  const restoredFile = restored?.files[0]?.file ?? reopened?.file ?? undefined;
  const fills = useSuggestions(form, media.chosen?.file, restoredFile);
  const { submit, step, refusal, mediaError } = usePublish(form, media, unfinished);
  useTypedFields(form, unfinished.keepFields, defaults);
  useUnloadWarning(media.chosen !== null && !media.isKept);
  return (
    <FormProvider {...form}>
      <chakra.form onSubmit={(event) => void submit(event)} noValidate>
        {restored && (
          <Box mb="6">
            <UnfinishedNotice
              title="Your unfinished upload is back"
              question="Discard this upload?"
              consequence="The file and everything you typed will be removed from this browser. This can’t be undone."
              onDiscard={() => {
                media.remove();
                onDiscard();
              }}
            >
              {`Pick up where you left off; nothing is published yet.${lostFilesText(restored.lost)}`}
            </UnfinishedNotice>
          </Box>
        )}
        <UploadLayout media={<MediaDrop media={media} error={mediaError} />}>
          {/* Mounted again after suggestions are filled in: the tags field reads its value only then. */}
          <ListingDetails
            key={fills}
            titleHelp="Suggested from the picture or its file name. If you leave it empty, the brand name is used."
          />
          <BrandInformation />
          <LicensePricing />
          <RightsAndUse />
          {refusal && (
            <Box role="alert" color="trouble">
              {refusal} Your input is still here.
            </Box>
          )}
          <Button type="submit" disabled={step !== 'none'} alignSelf={{ md: 'flex-end' }}>
            {buttonLabels[step]}
          </Button>
        </UploadLayout>
      </chakra.form>
    </FormProvider>
  );
};

/** Uploads one file with its text and prices. File and input are kept in this browser until they are published. */
export const UploadPage = () => {
  const reopened = useReopenedUpload();
  const { unfinished, discard, isFirst } = useUnfinishedUpload(reopened !== null);
  return (
    <Page title="Upload content">
      <PageHeading intro="The upload starts as soon as you choose a file. You can fill in the rest in the meantime.">
        Upload content
      </PageHeading>
      {unfinished ? (
        <UnfinishedUploadForm
          key={unfinished.key}
          unfinished={unfinished}
          reopened={isFirst ? reopened : null}
          onDiscard={() => void discard()}
        />
      ) : (
        <Skeleton h="560px" aria-label="Loading the form" />
      )}
    </Page>
  );
};

export { UploadPage as Component };
