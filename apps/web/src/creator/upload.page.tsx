import { Box, Grid, Stack, chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PublishForm } from '@tessera/domain/content/forms';
import { FormField, showFieldErrors, useClassForm } from '../kernel/form.tsx';
import { post } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { LicensePricing } from './license-pricing.tsx';
import { myContent } from './lists.atoms.ts';
import { MediaDrop } from './media-drop.tsx';
import { UploadFailed } from './media-upload.ts';
import { Panel } from './panel.tsx';
import { ProductUrls } from './product-urls.tsx';
import { TagsInput } from './tags-input.tsx';
import { useMedia } from './use-media.ts';
import type { Media } from './use-media.ts';

type Form = UseFormReturn<PublishForm, unknown, PublishForm>;

const typedFields = (Object.keys(new PublishForm()) as (keyof PublishForm)[]).filter((name) => name !== 'uploadId');

const Heading = ({ children }: { children: string }) => (
  <chakra.h2 fontSize="lg" fontWeight="600" mb="4">
    {children}
  </chakra.h2>
);

const BrandInformation = ({ form }: { form: Form }) => (
  <Panel>
    <Heading>Brand information</Heading>
    <Stack gap="5">
      <FormField label="Brand Name" error={form.formState.errors.brandName?.message}>
        <TextInput autoComplete="off" {...form.register('brandName')} />
      </FormField>
      <ProductUrls
        error={form.formState.errors.productUrls?.message}
        onChange={(urls) => form.setValue('productUrls', urls, { shouldDirty: true, shouldValidate: true })}
      />
      <FormField
        label="Notes"
        help="For the brand: what is shown, who may be named, anything to know."
        error={form.formState.errors.notes?.message}
      >
        <TextArea rows={3} {...form.register('notes')} />
      </FormField>
    </Stack>
  </Panel>
);

const Details = ({ form }: { form: Form }) => {
  const { errors } = form.formState;
  return (
    <Panel>
      <Heading>Details</Heading>
      <Stack gap="5">
        <FormField
          label="Title"
          help="Optional. Without one the brand name stands in its place."
          error={errors.title?.message}
        >
          <TextInput {...form.register('title')} />
        </FormField>
        <FormField label="Description" help="Optional." error={errors.description?.message}>
          <TextArea rows={3} {...form.register('description')} />
        </FormField>
        <FormField
          label="Tags"
          help="Optional, separated by commas. Brands search by them."
          error={errors.tags?.message}
        >
          <TagsInput onTags={(tags) => form.setValue('tags', tags, { shouldDirty: true, shouldValidate: true })} />
        </FormField>
      </Stack>
    </Panel>
  );
};

const messageOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'An unexpected error occurred during upload';
  return error.message || 'An error occurred during upload';
};

/** Waits for the media where it is still on its way, then publishes. Whatever fails, the form keeps what was typed. */
const usePublish = (form: Form, media: Media) => {
  const navigate = useNavigate();
  const readContent = useSetAtom(myContent.readAtom);
  const [step, setStep] = useState<'none' | 'waiting' | 'saving'>('none');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const publish = async () => {
    setStep('waiting');
    form.setValue('uploadId', await media.stored());
    setStep('saving');
    await form.handleSubmit(async (values) => {
      await post('/api/content', values);
      toast.success('Content uploaded');
      void readContent('start');
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

export const UploadPage = () => {
  const form = useClassForm(PublishForm, { productUrls: [] });
  const media = useMedia();
  const { submit, step, refusal, mediaError } = usePublish(form, media);
  return (
    <Page title="Upload content">
      <PageHeading intro="The upload starts as soon as you choose a file. Fill in the rest meanwhile.">
        Upload content
      </PageHeading>
      <chakra.form onSubmit={(event) => void submit(event)} noValidate>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
          gap={{ base: '4', md: '6' }}
          alignItems="start"
        >
          <Box position={{ lg: 'sticky' }} top="24">
            <MediaDrop media={media} error={mediaError} />
          </Box>
          <Stack gap={{ base: '4', md: '6' }}>
            <BrandInformation form={form} />
            <Panel>
              <Heading>License pricing</Heading>
              <LicensePricing form={form} />
            </Panel>
            <Details form={form} />
            {refusal && (
              <Box role="alert" color="trouble">
                {refusal} Nothing you typed is lost.
              </Box>
            )}
            <Button type="submit" disabled={step !== 'none'} alignSelf={{ md: 'flex-end' }}>
              {buttonWords[step]}
            </Button>
          </Stack>
        </Grid>
      </chakra.form>
    </Page>
  );
};
