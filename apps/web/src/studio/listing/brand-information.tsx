import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { UploadForm } from '@tessera/domain/content/forms';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { FormSection } from './form-section.tsx';
import { ProductUrls } from './product-urls.tsx';

/** The fields about the brand that the content is for. Used inside a form. */
export const BrandInformation = ({ actions }: { actions?: ReactNode }) => {
  const form = useFormContext<UploadForm>();
  const { errors } = form.formState;
  return (
    <FormSection heading="Brand information" actions={actions}>
      <Stack gap="5">
        <FormField label="Brand Name" error={errors.brandName?.message}>
          <TextInput autoComplete="off" {...form.register('brandName')} />
        </FormField>
        <ProductUrls
          initial={form.getValues('productUrls')}
          error={errors.productUrls?.message}
          onChange={(urls) => form.setValue('productUrls', urls, { shouldDirty: true, shouldValidate: true })}
        />
        <FormField
          label="Notes"
          help="For the brand: what it shows, whom to credit, anything else they should know."
          error={errors.notes?.message}
        >
          <TextArea rows={3} {...form.register('notes')} />
        </FormField>
      </Stack>
    </FormSection>
  );
};
