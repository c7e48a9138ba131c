import { Stack } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import type { EditForm } from '@tessera/domain/content/forms';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { FormSection } from './form-section.tsx';
import { TagsInput } from './tags-input.tsx';

/** The fields that brands read and search. Used inside a form. */
export const ListingDetails = ({ titleHelp }: { titleHelp?: string }) => {
  const form = useFormContext<EditForm>();
  const { errors } = form.formState;
  return (
    <FormSection heading="Details">
      <Stack gap="5">
        <FormField label="Title" help={titleHelp} error={errors.title?.message}>
          <TextInput {...form.register('title')} />
        </FormField>
        <FormField label="Description" help="Optional." error={errors.description?.message}>
          <TextArea rows={3} {...form.register('description')} />
        </FormField>
        <FormField
          label="Tags"
          help="Optional, separated by commas. Tags help brands find your work."
          error={errors.tags?.message}
        >
          <TagsInput
            initial={form.getValues('tags')}
            onTags={(tags) => form.setValue('tags', tags, { shouldDirty: true, shouldValidate: true })}
          />
        </FormField>
      </Stack>
    </FormSection>
  );
};
