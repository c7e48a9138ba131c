import { Box, Flex, Stack } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { UploadForm } from '@tessera/domain/content/forms';
import { FormField, useClassForm } from '../../kernel/forms/form.tsx';
import { plural } from '../../kernel/plural.ts';
import { toast } from '../../kernel/toast.tsx';
import { BrandInformation, LicensePricing, RightsAndUse, TagsInput } from '../../studio/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { isProposed } from '../suggestions/suggestion.ts';
import { applyToAllAtom, changeTilesAtom, discardProposalsAtom } from './batch-upload.atoms.ts';
import type { BatchFile } from './batch-upload.atoms.ts';
import {
  brandOf,
  commonTags,
  pricingOf,
  saidOf,
  withTagsChanged,
  tagsOfBrand,
  termsOf,
  titleOf,
} from './listing-draft.ts';
import type { Facet, Tile } from './listing-draft.ts';

const facetWords = { tags: 'tags', brand: 'brand', pricing: 'prices', rights: 'rights' } as const satisfies Record<
  Facet,
  string
>;

interface TilePanelProps {
  /** What it is about, at least one file. */
  readonly files: readonly BatchFile[];
  /** How many lie on the table. */
  readonly total: number;
  /** The brand, prices and rights that hold where a file has none of its own. */
  readonly shared: UploadForm;
  /** Raised when the keyboard asked to write. */
  readonly focusRound: number;
  readonly onShared: (shared: UploadForm) => void;
  /** Enter in the title. */
  readonly onNext: () => void;
}

interface PartProps extends TilePanelProps {
  readonly onApply: (facet: Facet) => void;
  /** Something was changed that the fields only read when they are made. */
  readonly onChanged: () => void;
}

const idsOf = (files: readonly BatchFile[]) => files.map(({ id }) => id);

/** The text of all, or none where they differ. */
const commonText = (files: readonly BatchFile[], name: 'title' | 'description') => {
  const [first = '', ...others] = files.map(({ tile }) => tile[name]);
  return others.every((text) => text === first) ? first : null;
};

const ApplyToAll = ({ facet, files, total, onApply }: PartProps & { readonly facet: Facet }) =>
  files.length === 1 &&
  total > 1 && (
    <Button variant="ghost" size="sm" onClick={() => onApply(facet)}>
      Apply {facetWords[facet]} to all
    </Button>
  );

/** What a file is called where nothing is typed. */
const titleHelp = ([file, ...others]: readonly BatchFile[]) =>
  file && others.length === 0 && !file.tile.title
    ? `Left empty, it is called “${titleOf(file.file.name)}”, after its file.`
    : undefined;

const tagsHelp = ({ files, shared }: PartProps) => {
  if (files.length > 1) return `What all ${files.length} files have. Other tags of theirs stay.`;
  const [file] = files;
  const usual = file ? tagsOfBrand(termsOf(file.tile, shared).brandName) : [];
  return usual.length > 0
    ? `Separated by commas. Left empty, these are used: ${usual.join(', ')}.`
    : 'Separated by commas. They help brands find it.';
};

/** Title and tags first: what brands read and search. */
const Words = (props: PartProps) => {
  const { files, focusRound, onNext, onChanged } = props;
  const change = useSetAtom(changeTilesAtom);
  const discard = useSetAtom(discardProposalsAtom);
  // As it was when these files were chosen: what is typed on the way to a tag takes no tag away.
  const [before] = useState(() => files.map(({ id, tile }) => ({ id, tags: tile.tags })));
  const common = commonTags(before);
  const titleInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRound === 0) return;
    titleInput.current?.focus();
    titleInput.current?.select();
  }, [focusRound]);
  const [title, description] = [commonText(files, 'title'), commonText(files, 'description')];
  return (
    <Panel>
      <Stack gap="5">
        <FormField label="Title" help={titleHelp(files)}>
          <TextInput
            ref={titleInput}
            value={title ?? ''}
            placeholder={title === null ? 'Each has its own' : undefined}
            onChange={(event) => change(idsOf(files), { title: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) onNext();
            }}
          />
        </FormField>
        <FormField label="Tags" help={tagsHelp(props)}>
          <TagsInput
            initial={common}
            onTags={(tags) =>
              before.forEach((one) => change([one.id], { tags: withTagsChanged(one.tags, common, tags) }))
            }
          />
        </FormField>
        <FormField label="Description" help="Optional.">
          <TextArea
            rows={3}
            value={description ?? ''}
            placeholder={description === null ? 'Each has its own' : undefined}
            onChange={(event) => change(idsOf(files), { description: event.target.value })}
          />
        </FormField>
      </Stack>
      <Flex wrap="wrap" gap="2" mt="3" ms="-3.5">
        {files.some(({ tile }) => isProposed(tile, tile.proposed)) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              discard(idsOf(files));
              onChanged();
            }}
          >
            Clear what was proposed
          </Button>
        )}
        <ApplyToAll {...props} facet="tags" />
      </Flex>
    </Panel>
  );
};

const OwnOrShared = ({ facet, ...props }: PartProps & { readonly facet: Exclude<Facet, 'tags'> }) => {
  const { files, onChanged } = props;
  const change = useSetAtom(changeTilesAtom);
  const isOwn = files.some(({ tile }) => tile[facet] !== null);
  const share = () => {
    change(idsOf(files), { [facet]: null });
    onChanged();
  };
  return (
    <Flex wrap="wrap" gap="1" me="-3.5">
      {isOwn && (
        <Button variant="ghost" size="sm" onClick={share}>
          Use the shared {facetWords[facet]}
        </Button>
      )}
      <ApplyToAll {...props} facet={facet} />
    </Flex>
  );
};

/** What is typed here is for the chosen files alone. */
const Terms = (props: PartProps) => {
  const { files, shared } = props;
  const change = useSetAtom(changeTilesAtom);
  const [first] = files;
  const [terms] = useState(() => (first ? termsOf(first.tile, shared) : shared));
  const form = useClassForm(UploadForm, terms);
  const held = useRef(terms);
  const tell = useEffectEvent((values: UploadForm) => {
    const differs = (part: (form: UploadForm) => object) =>
      JSON.stringify(part(values)) !== JSON.stringify(part(held.current));
    const own: Partial<Tile> = {
      ...(differs(brandOf) && { brand: brandOf(values) }),
      ...(differs(pricingOf) && { pricing: pricingOf(values) }),
      ...(differs(saidOf) && { rights: saidOf(values) }),
    };
    held.current = values;
    if (Object.keys(own).length > 0) change(idsOf(files), own);
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell({ ...values }) }),
    [form, form.subscribe],
  );
  return (
    <FormProvider {...form}>
      <BrandInformation actions={<OwnOrShared {...props} facet="brand" />} />
      <LicensePricing actions={<OwnOrShared {...props} facet="pricing" />} />
      <RightsAndUse actions={<OwnOrShared {...props} facet="rights" />} />
    </FormProvider>
  );
};

/** Enter in a line of the panel sends no batch. */
const sendNothing = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** Title, tags, description, brand, prices and rights of the chosen files. */
export const TilePanel = (props: TilePanelProps) => {
  const { files, total, onShared } = props;
  const apply = useSetAtom(applyToAllAtom);
  const [round, setRound] = useState(0);
  const onChanged = () => setRound((before) => before + 1);
  const share = (shared: UploadForm) => {
    onShared(shared);
    onChanged();
  };
  const onApply = (facet: Facet) => {
    const [file] = files;
    if (!file) return;
    const { shared, undo } = apply(file.id, facet);
    share(shared);
    toast.success(`The ${facetWords[facet]} of ${file.file.name} hold for all ${plural(total, 'file')}`, undefined, {
      label: 'Undo',
      onSelect: () => share(undo()),
    });
  };
  // Made anew with other files, and with what was not typed here.
  const wordsKey = `${round} ${idsOf(files).join()} ${files.map(({ tile }) => tile.proposed.tags.join()).join()}`;
  const parts: PartProps = { ...props, onApply, onChanged };
  return (
    <Box onKeyDown={sendNothing}>
      <Stack gap={{ base: '4', md: '6' }}>
        <Words key={wordsKey} {...parts} />
        <Terms key={`${round} ${idsOf(files).join()}`} {...parts} />
      </Stack>
    </Box>
  );
};
