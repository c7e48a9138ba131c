import { Box, Flex, Stack } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { UploadForm } from '@tessera/domain/content/forms';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { plural } from '../../kernel/plural.ts';
import { toast } from '../../kernel/toast.tsx';
import { BrandInformation, LicensePricing, RightsAndUse, TagsInput } from '../../studio/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { isComposing } from '../../ui/search/is-composing.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { hasSuggestion } from '../suggestions/suggestion.ts';
import { brandOf, declarationOf, pricingOf } from '../form-fields.ts';
import { applyToAllAtom, changeDraftsAtom, clearSuggestionsAtom } from './batch-upload.atoms.ts';
import type { BatchFile } from './batch-upload.atoms.ts';
import { commonTags, replaceCommonTags, tagsOfBrand, effectiveFields, titleOf } from './listing-draft.ts';
import type { Facet, ListingDraft } from './listing-draft.ts';

const facetNames = { tags: 'tags', brand: 'brand', pricing: 'prices', rights: 'rights' } as const satisfies Record<
  Facet,
  string
>;

interface DraftEditorProps {
  /** The files to edit, at least one. */
  readonly files: readonly BatchFile[];
  /** How many files the batch has. */
  readonly total: number;
  /** The brand, prices and rights of files that don't have their own. */
  readonly shared: UploadForm;
  /** Goes up each time the title should take the focus; 0 when it should not. */
  readonly focusRequests: number;
  readonly onShared: (shared: UploadForm) => void;
  /** Called on Enter in the title. */
  readonly onNext: () => void;
}

interface PartProps extends DraftEditorProps {
  readonly onApply: (facet: Facet) => void;
  /** Called after a change that the fields don't pick up until they are mounted again. */
  readonly onReset: () => void;
}

const idsOf = (files: readonly BatchFile[]) => files.map(({ id }) => id);

/** The text that all files have in common; null if they differ. */
const commonText = (files: readonly BatchFile[], name: 'title' | 'description') => {
  const [first = '', ...others] = files.map(({ draft }) => draft[name]);
  return others.every((text) => text === first) ? first : null;
};

const ApplyToAll = ({ facet, files, total, onApply }: PartProps & { readonly facet: Facet }) =>
  files.length === 1 &&
  total > 1 && (
    <Button variant="ghost" size="sm" onClick={() => onApply(facet)}>
      Apply {facetNames[facet]} to all
    </Button>
  );

/** Says which title is used if none is typed. */
const titleHelp = ([file, ...others]: readonly BatchFile[]) =>
  file && others.length === 0 && !file.draft.title
    ? `If you leave it empty, the file name is used: “${titleOf(file.file.name)}”.`
    : undefined;

const tagsHelp = ({ files, shared }: PartProps) => {
  if (files.length > 1) return `Tags that all ${files.length} files share. Their other tags won’t change.`;
  const [file] = files;
  const defaultTags = file ? tagsOfBrand(effectiveFields(file.draft, shared).brandName) : [];
  return defaultTags.length > 0
    ? `Separated by commas. If you leave it empty, these are used: ${defaultTags.join(', ')}.`
    : 'Separated by commas. Tags help brands find your work.';
};

/** Title and tags come first: brands read and search them. */
const TextFields = (props: PartProps) => {
  const { files, focusRequests, onNext, onReset } = props;
  const change = useSetAtom(changeDraftsAtom);
  const discard = useSetAtom(clearSuggestionsAtom);
  // The tags from when these files were selected: a half-typed tag must not remove one of theirs.
  const [before] = useState(() => files.map(({ id, draft }) => ({ id, tags: draft.tags })));
  const common = commonTags(before);
  const titleInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRequests === 0) return;
    titleInput.current?.focus();
    titleInput.current?.select();
  }, [focusRequests]);
  const [title, description] = [commonText(files, 'title'), commonText(files, 'description')];
  return (
    <Panel>
      <Stack gap="5">
        <FormField label="Title" help={titleHelp(files)}>
          <TextInput
            ref={titleInput}
            value={title ?? ''}
            placeholder={title === null ? 'Each file has its own' : undefined}
            onChange={(event) => change(idsOf(files), { title: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event)) onNext();
            }}
          />
        </FormField>
        <FormField label="Tags" help={tagsHelp(props)}>
          <TagsInput
            initial={common}
            onTags={(tags) =>
              before.forEach((file) => change([file.id], { tags: replaceCommonTags(file.tags, common, tags) }))
            }
          />
        </FormField>
        <FormField label="Description" help="Optional.">
          <TextArea
            rows={3}
            value={description ?? ''}
            placeholder={description === null ? 'Each file has its own' : undefined}
            onChange={(event) => change(idsOf(files), { description: event.target.value })}
          />
        </FormField>
      </Stack>
      <Flex wrap="wrap" gap="2" mt="3" ms="-3.5">
        {files.some(({ draft }) => hasSuggestion(draft, draft.proposed)) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              discard(idsOf(files));
              onReset();
            }}
          >
            Clear suggestions
          </Button>
        )}
        <ApplyToAll {...props} facet="tags" />
      </Flex>
    </Panel>
  );
};

const FacetActions = ({ facet, ...props }: PartProps & { readonly facet: Exclude<Facet, 'tags'> }) => {
  const { files, onReset } = props;
  const change = useSetAtom(changeDraftsAtom);
  const isOwn = files.some(({ draft }) => draft[facet] !== null);
  const resetToShared = () => {
    change(idsOf(files), { [facet]: null });
    onReset();
  };
  return (
    <Flex wrap="wrap" gap="1" me="-3.5">
      {isOwn && (
        <Button variant="ghost" size="sm" onClick={resetToShared}>
          Use the shared {facetNames[facet]}
        </Button>
      )}
      <ApplyToAll {...props} facet={facet} />
    </Flex>
  );
};

/** Brand, prices and rights; what is typed here applies to the selected files only. */
const BrandPricesRights = (props: PartProps) => {
  const { files, shared } = props;
  const change = useSetAtom(changeDraftsAtom);
  const [first] = files;
  const [initial] = useState(() => (first ? effectiveFields(first.draft, shared) : shared));
  const form = useClassForm(UploadForm, initial);
  const latest = useRef(initial);
  const saveChanges = useEffectEvent((values: UploadForm) => {
    const differs = (part: (form: UploadForm) => object) =>
      JSON.stringify(part(values)) !== JSON.stringify(part(latest.current));
    const own: Partial<ListingDraft> = {
      ...(differs(brandOf) && { brand: brandOf(values) }),
      ...(differs(pricingOf) && { pricing: pricingOf(values) }),
      ...(differs(declarationOf) && { rights: declarationOf(values) }),
    };
    latest.current = values;
    if (Object.keys(own).length > 0) change(idsOf(files), own);
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveChanges({ ...values }) }),
    [form, form.subscribe],
  );
  return (
    <FormProvider {...form}>
      <BrandInformation actions={<FacetActions {...props} facet="brand" />} />
      <LicensePricing actions={<FacetActions {...props} facet="pricing" />} />
      <RightsAndUse actions={<FacetActions {...props} facet="rights" />} />
    </FormProvider>
  );
};

/** Keeps Enter in a text field of the editor from submitting the whole batch. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** Edits the title, tags, description, brand, prices and rights of the selected files. */
export const DraftEditor = (props: DraftEditorProps) => {
  const { files, total, onShared } = props;
  const apply = useSetAtom(applyToAllAtom);
  const [resets, setResets] = useState(0);
  const onReset = () => setResets((before) => before + 1);
  const updateShared = (shared: UploadForm) => {
    onShared(shared);
    onReset();
  };
  const onApply = (facet: Facet) => {
    const [file] = files;
    if (!file) return;
    const { shared, undo } = apply(file.id, facet);
    updateShared(shared);
    toast.success(`Applied the ${facetNames[facet]} of ${file.file.name} to all ${plural(total, 'file')}`, undefined, {
      label: 'Undo',
      onSelect: () => updateShared(undo()),
    });
  };
  // Mounts the fields again for other files, and for values that were not typed here.
  const textKey = `${resets} ${idsOf(files).join()} ${files.map(({ draft }) => draft.proposed.tags.join()).join()}`;
  const parts: PartProps = { ...props, onApply, onReset };
  return (
    <Box onKeyDown={preventSubmit}>
      <Stack gap={{ base: '4', md: '6' }}>
        <TextFields key={textKey} {...parts} />
        <BrandPricesRights key={`${resets} ${idsOf(files).join()}`} {...parts} />
      </Stack>
    </Box>
  );
};
