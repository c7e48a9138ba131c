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
import { UnfinishedNotice, wordsOfLost } from './unfinished/unfinished-notice.tsx';
import { noWords, proposalOf, proposedAgain } from './suggestions/suggestion.ts';
import type { Words } from './suggestions/suggestion.ts';
import { pictureWords } from './suggestions/embedded-text.ts';
import { publishedAtom } from './published.atoms.ts';
import { UploadLayout } from './upload-layout.tsx';
import { useMedia } from './sending/use-media-upload.ts';
import type { Media } from './sending/use-media-upload.ts';
import { useTypedFields, useUnfinishedUpload } from './unfinished/use-unfinished.ts';

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
  const tellPublished = useSetAtom(publishedAtom);
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
      tellPublished([item]);
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

/** Proposes title, description and tags of a file that is chosen anew, not of one that is back, where nobody typed any. */
const useProposals = (form: Form, file: File | undefined, back: File | undefined) => {
  const [proposals, setProposals] = useState(0);
  const propose = useEffectEvent((words: Words) => {
    const { title, description, tags } = form.getValues();
    const proposed = proposedAgain({ title, description, tags }, noWords, words);
    for (const [name, value] of Object.entries(proposed))
      form.setValue(name as keyof Words, value as string, { shouldValidate: true });
    setProposals(proposals + 1);
  });
  useEffect(() => {
    if (!file || file === back) return;
    let here = true;
    void pictureWords(file).then((words) => here && propose(proposalOf(file.name, words)));
    return () => {
      here = false;
    };
  }, [file, back]);
  return proposals;
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
  const back = found?.files[0]?.file ?? reopened?.file ?? undefined;
  const proposals = useProposals(form, media.media?.file, back);
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
          {/* Made again with what is proposed, so that the tags stand in their field. */}
          <ListingDetails
            key={proposals}
            titleHelp="Proposed from the picture or its file name. If you leave it empty, the brand name is used."
          />
          <BrandInformation />
          <LicensePricing />
          <RightsAndUse />
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
