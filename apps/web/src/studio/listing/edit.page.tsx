import type { ChangedContent, ListedContent } from '@tessera/contract/content';
import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useStore } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { EditForm } from '@tessera/domain/content/forms';
import { lazyComponent } from '../../kernel/lazy-component.tsx';
import { formatLocalDay, formatExactly } from '../../kernel/dates.ts';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { loadWithRetry } from '../../kernel/load-with-retry.ts';
import { patch, post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { useFormDraft } from '../../kernel/forms/use-form-draft.ts';
import { paths } from '../../paths.ts';
import { NotFoundPage } from '../../shell/public.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { UnsavedGuard } from '../../ui/controls/unsaved-guard.tsx';
import { LicensePricing } from './license-pricing.tsx';
import { ListingDetails } from './listing-details.tsx';
import { RightsAndUse } from './rights-and-use.tsx';
import { useOwnContent } from '../content/use-own-content.ts';
import { UploadLayout } from '../../uploads/public.ts';

/** Loaded separately: it is at the end of the page, and has its own data to load. */
const Releases = lazyComponent(async () => (await import('./releases.tsx')).Releases);

/** The form's initial values. A license type that is not offered has no price yet, so it gets the default one. */
const fieldsOf = (item: ListedContent): EditForm => {
  const defaults = new EditForm();
  return {
    title: item.title,
    description: item.description,
    tags: [...item.tags],
    offerOneTime: item.offer_one_time,
    offerSixMonth: item.offer_six_month,
    offerPerpetual: item.offer_perpetual,
    oneTimePrice: item.offer_one_time ? item.one_time_price : defaults.oneTimePrice,
    sixMonthPrice: item.offer_six_month ? item.six_month_price : defaults.sixMonthPrice,
    perpetualPrice: item.offer_perpetual ? item.perpetual_price : defaults.perpetualPrice,
    people: item.people ?? undefined,
    editorial: item.editorial_chosen,
    aiGenerated: item.ai_generated,
    dataMining: item.data_mining,
  };
};

const messageOf = (error: unknown) =>
  (error instanceof Error && error.message) || 'Your changes could not be saved. Please try again.';

const ItemMedia = ({ item }: { item: ListedContent }) => (
  <Stack gap="3">
    <MediaTile
      {...mediaOf(item)}
      whole
      clip={item.clip_url}
      sizes="(min-width: 1024px) 480px, 100vw"
      alt={item.title}
    />
    <Flex justify="space-between" gap="3" fontSize="sm">
      <Box fontWeight="500" truncate>
        For {item.brand_name}
      </Box>
      <chakra.time color="ink.muted" flexShrink={0} dateTime={item.created_at} title={formatExactly(item.created_at)}>
        {formatLocalDay(item.created_at)}
      </chakra.time>
    </Flex>
  </Stack>
);

/** Says that a withdrawn item can't be edited, and offers to put it back on sale. */
const WithdrawnNotice = ({ item, onRelisted }: { item: ListedContent; onRelisted: () => void }) => {
  const [isSending, relist] = useBusy(async () => {
    try {
      await post(`/api/content/${encodeURIComponent(item.id)}/relist`);
      toast.success('Back on sale', `“${item.title}” is in the marketplace again.`);
      onRelisted();
    } catch (error) {
      toast.error('Couldn’t put the item back on sale', messageOf(error));
    }
  });
  return (
    <Box mb="6">
      <Notice
        tone="waiting"
        title="This item is withdrawn from sale"
        action={
          <NoticeButton loading={isSending} loadingText="Putting it back…" onClick={() => void relist()}>
            Put back on sale
          </NoticeButton>
        }
      >
        Brands can’t see it, but licenses already sold stay valid. To edit it, put it back on sale here or in My Content
        first.
      </Notice>
    </Box>
  );
};

const EditItem = ({ initial }: { initial: ListedContent }) => {
  const [item, setItem] = useState(initial);
  const [saves, setSaves] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useClassForm(EditForm, fieldsOf(initial));
  useFormDraft(form, `edit/${item.id}`);
  const store = useStore();
  const readContent = async () => {
    const { myContent } = await loadWithRetry(() => import('../content/lists.atoms.ts'));
    await store.set(myContent.refreshAtom);
  };
  const { isDirty, isSubmitting } = form.formState;

  const save = async (values: EditForm) => {
    setRefusal(null);
    try {
      const changed = await patch<ChangedContent>(`/api/content/${encodeURIComponent(item.id)}`, values);
      setItem({ ...item, ...changed });
      form.reset(fieldsOf(changed));
      setSaves(saves + 1);
      toast.success('Changes saved');
      void readContent();
    } catch (error) {
      showFieldErrors(form, error);
      setRefusal(messageOf(error));
      toast.error('Changes not saved', messageOf(error));
    }
  };
  return (
    <Page title={`Edit ${item.title}`}>
      <PageHeading
        intro="Changes go live in the marketplace as soon as you save them. Licenses already sold keep their terms."
        actions={
          <ButtonLink to={`${paths.creator.dashboard}?tab=content`} variant="secondary">
            <ArrowLeft size={18} strokeWidth={1.5} aria-hidden /> My Content
          </ButtonLink>
        }
      >
        Edit content
      </PageHeading>
      <UnsavedGuard unsaved={isDirty && !isSubmitting} />
      {item.status === 'withdrawn' && (
        <WithdrawnNotice
          item={item}
          onRelisted={() => {
            setItem({ ...item, status: 'on_sale' });
            void readContent();
          }}
        />
      )}
      {item.screens_only && (
        <Box mb="6">
          <Notice tone="accent" title="A small picture">
            It has under 1 megapixel. Brands can license it, and its page says that it is right for screens and too
            little for print. If you have a larger version, publish that one instead.
          </Notice>
        </Box>
      )}
      <FormProvider {...form}>
        <chakra.form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
          <UploadLayout media={<ItemMedia item={item} />}>
            {/* Mounted again after a save, so that the tags appear as the server stores them. */}
            <ListingDetails key={saves} />
            <LicensePricing />
            <RightsAndUse />
            <Releases contentId={item.id} people={form.watch('people') === true} />
            {refusal && <Notice title="Changes not saved">{refusal} Your input is still here.</Notice>}
            <Button
              type="submit"
              disabled={!isDirty || item.status === 'withdrawn'}
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

/** Edits the text, tags, prices and rights of one of the creator's own items. */
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
            action={<NoticeButton onClick={() => window.location.reload()}>Try again</NoticeButton>}
          >
            There was a problem loading your content.
          </Notice>
        </Page>
      );
    case 'loaded':
      return <EditItem key={content.item.id} initial={content.item} />;
  }
};

export { EditPage as Component };
