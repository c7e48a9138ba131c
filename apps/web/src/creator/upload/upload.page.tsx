import { Box, chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PublishForm } from '@tessera/domain/content/forms';
import { showFieldErrors, useClassForm } from '../../kernel/form.tsx';
import { post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../../kernel/unfinished-upload.ts';
import { UploadFailed } from '../../kernel/upload-failed.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useUnloadWarning } from '../../ui/controls/unsaved-guard.tsx';
import { BrandInformation } from '../listing/brand-information.tsx';
import { LicensePricing } from '../listing/license-pricing.tsx';
import { ListingDetails } from '../listing/listing-details.tsx';
import { myContent } from '../studio/lists.atoms.ts';
import { MediaDrop } from './media-drop.tsx';
import { useReopenedUpload } from './reopened-upload.atoms.ts';
import type { ReopenedUpload } from './reopened-upload.atoms.ts';
import { UnfinishedNotice, wordsOfLost } from './unfinished-notice.tsx';
import { UploadLayout } from './upload-layout.tsx';
import { useMedia } from './use-media.ts';
import type { Media } from './use-media.ts';
import { useTypedFields, useUnfinishedUpload } from './use-unfinished.ts';

type Form = UseFormReturn<PublishForm, unknown, PublishForm>;

const typedFields = (Object.keys(new PublishForm()) as (keyof PublishForm)[]).filter((name) => name !== 'uploadId');

const messageOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'An unexpected error occurred during upload';
  return error.message || 'An error occurred during upload';
};

/** Waits for the media where it is still on its way, then publishes. Whatever fails, the form keeps what was typed. */
const usePublish = (form: Form, media: Media, unfinished: UnfinishedUpload) => {
  const navigate = useNavigate();
  const readContent = useSetAtom(myContent.refreshAtom);
  const [step, setStep] = useState<'none' | 'waiting' | 'saving'>('none');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const publish = async () => {
    setStep('waiting');
    form.setValue('uploadId', await media.stored());
    setStep('saving');
    await form.handleSubmit(async (values) => {
      await post('/api/content', values);
      await unfinished.forget();
      toast.success('Content uploaded');
      void readContent();
      await navigate(paths.creator.dashboard);
    })();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step !== 'none') return;
    setRefusal(null);
    setMissing(!media.media);
    if (!media.media) toast.error('No file selected', 'Please select a file to upload');
    const sound = await form.trigger(typedFields, { shouldFocus: true });
    if (!sound || !media.media) return;
    try {
      await publish();
    } catch (error) {
      // The media's own failure stands at its tile and was told when it happened.
      if (error instanceof UploadFailed) return;
      showFieldErrors(form, error);
      setRefusal(messageOf(error));
      toast.error('Upload failed', messageOf(error));
    } finally {
      setStep('none');
    }
  };
  return { submit, step, refusal, mediaError: missing && !media.media ? 'Missing media' : undefined };
};

const buttonWords = { none: 'Upload Content', waiting: 'Waiting for the upload…', saving: 'Saving…' } as const;

interface UploadFormProps {
  readonly unfinished: UnfinishedUpload;
  readonly reopened: ReopenedUpload | null;
  readonly onDiscard: () => void;
}

const defaults: PublishForm = { ...new PublishForm(), productUrls: [] };

const UnfinishedUploadForm = ({ unfinished, reopened, onDiscard }: UploadFormProps) => {
  const { found } = unfinished;
  const form = useClassForm(PublishForm, { ...defaults, ...reopened?.fields, ...found?.fields });
  const media = useMedia(unfinished, reopened?.file);
  const { submit, step, refusal, mediaError } = usePublish(form, media, unfinished);
  useTypedFields(form, unfinished.keepFields, defaults);
  useUnloadWarning(media.media !== null && !media.isKept);
  return (
    <FormProvider {...form}>
      <chakra.form onSubmit={(event) => void submit(event)} noValidate>
        {found && (
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
              {`Pick up where you left off; nothing is published yet.${wordsOfLost(found.lost)}`}
            </UnfinishedNotice>
          </Box>
        )}
        <UploadLayout media={<MediaDrop media={media} error={mediaError} />}>
          <BrandInformation />
          <LicensePricing />
          <ListingDetails titleHelp="Optional. If you leave it empty, the brand name is used." />
          {refusal && (
            <Box role="alert" color="trouble">
              {refusal} Nothing you typed is lost.
            </Box>
          )}
          <Button type="submit" disabled={step !== 'none'} alignSelf={{ md: 'flex-end' }}>
            {buttonWords[step]}
          </Button>
        </UploadLayout>
      </chakra.form>
    </FormProvider>
  );
};

/** One file with its words and prices. What is chosen and typed waits in this browser until it is published. */
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
