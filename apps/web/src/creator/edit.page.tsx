import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import { EditForm } from '@tessera/domain/content/forms';
import type { ContentRow } from '@tessera/domain/content/row';
import { showFieldErrors, useClassForm } from '../kernel/form.tsx';
import { patch } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { NotFoundPage } from '../shell/not-found.page.tsx';
import { Button } from '../ui/button.tsx';
import { MediaTile } from '../ui/media-tile.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { UnsavedGuard } from '../ui/unsaved-guard.tsx';
import { LicensePricing } from './license-pricing.tsx';
import { ListingDetails } from './listing-details.tsx';
import { myContent } from './lists.atoms.ts';
import { useOwnContent } from './own-content.ts';
import { UploadLayout } from './upload-layout.tsx';
import { formatDate, formatExact } from './words.ts';

/** A type that is not offered has no price yet: it starts at the usual one. */
const fieldsOf = (item: ContentRow): EditForm => {
  const usual = new EditForm();
  return {
    title: item.title,
    description: item.description,
    tags: [...item.tags],
    offerOneTime: item.offer_one_time,
    offerSixMonth: item.offer_six_month,
    offerPerpetual: item.offer_perpetual,
    oneTimePrice: item.offer_one_time ? item.one_time_price : usual.oneTimePrice,
    sixMonthPrice: item.offer_six_month ? item.six_month_price : usual.sixMonthPrice,
    perpetualPrice: item.offer_perpetual ? item.perpetual_price : usual.perpetualPrice,
  };
};

const messageOf = (error: unknown) =>
  (error instanceof Error && error.message) || 'Your changes could not be saved. Please try again.';

const ItemMedia = ({ item }: { item: ContentRow }) => (
  <Stack gap="3">
    <MediaTile media={item.media_url} type={item.media_type} placeholder={item.placeholder} alt={item.title} />
    <Flex justify="space-between" gap="3" fontSize="sm">
      <Box fontWeight="500" truncate>
        For {item.brand_name}
      </Box>
      <chakra.time color="ink.muted" flexShrink={0} dateTime={item.created_at} title={formatExact(item.created_at)}>
        {formatDate(item.created_at)}
      </chakra.time>
    </Flex>
  </Stack>
);

const EditItem = ({ read }: { read: ContentRow }) => {
  const [item, setItem] = useState(read);
  const [saves, setSaves] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useClassForm(EditForm, fieldsOf(read));
  const readContent = useSetAtom(myContent.readAtom);
  const { isDirty, isSubmitting } = form.formState;

  const save = async (values: EditForm) => {
    setRefusal(null);
    try {
      const changed = await patch<ContentRow>(`/api/content/${encodeURIComponent(item.id)}`, values);
      setItem(changed);
      form.reset(fieldsOf(changed));
      setSaves(saves + 1);
      toast.success('Changes saved');
      void readContent('start');
    } catch (error) {
      showFieldErrors(form, error);
      setRefusal(messageOf(error));
      toast.error('Changes not saved', messageOf(error));
    }
  };
  return (
    <Page title={`Edit ${item.title}`}>
      <PageHeading
        intro="Changes are live in the marketplace as soon as they are saved. Licences already sold keep their terms."
        actions={
          <Button asChild variant="secondary">
            <Link to={`${paths.creator.dashboard}?tab=content`}>
              <ArrowLeft size={18} strokeWidth={1.5} aria-hidden /> My Content
            </Link>
          </Button>
        }
      >
        Edit content
      </PageHeading>
      <UnsavedGuard unsaved={isDirty && !isSubmitting} />
      <FormProvider {...form}>
        <chakra.form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
          <UploadLayout media={<ItemMedia item={item} />}>
            {/* Made anew after a save, so that the tags stand as the server keeps them. */}
            <ListingDetails key={saves} />
            <LicensePricing />
            {refusal && <Notice title="Changes not saved">{refusal} Nothing you typed is lost.</Notice>}
            <Button
              type="submit"
              disabled={!isDirty}
              loading={isSubmitting}
              loadingText="Saving…"
              alignSelf={{ md: 'flex-end' }}
            >
              Save changes
            </Button>
          </UploadLayout>
        </chakra.form>
      </FormProvider>
    </Page>
  );
};

/** An own item's words, tags and prices. */
export const EditPage = () => {
  const { contentId = '' } = useParams();
  const content = useOwnContent(contentId);
  switch (content.status) {
    case 'loading':
      return (
        <Page title="Edit content">
          <Skeleton h="560px" aria-label="Loading the item" />
        </Page>
      );
    case 'missing':
      return <NotFoundPage />;
    case 'failed':
      return (
        <Page title="Edit content">
          <Notice
            title="Error loading content"
            action={
              <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
                Try again
              </Button>
            }
          >
            There was a problem loading your content.
          </Notice>
        </Page>
      );
    case 'loaded':
      return <EditItem key={content.item.id} read={content.item} />;
  }
};
