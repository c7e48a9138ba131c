import { Box, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DeclarationForm } from '@tessera/domain/content/forms';
import { Segments } from '../../ui/controls/segments.tsx';
import { CheckboxField } from '../../ui/controls/checkbox-field.tsx';
import { FormSection } from './form-section.tsx';

const peopleTitles = { with: 'People in it', without: 'No people' } as const;

const People = () => {
  const form = useFormContext<DeclarationForm>();
  const people = form.watch('people');
  return (
    <Box>
      <Box fontSize="sm" fontWeight="500" mb="1.5">
        People
      </Box>
      <Segments
        label="People"
        framed
        titles={peopleTitles}
        value={people === undefined ? '' : people ? 'with' : 'without'}
        onChange={(chosen) => form.setValue('people', chosen === 'with', { shouldDirty: true })}
      />
      <Box mt="1.5" fontSize="sm" color="ink.muted">
        {people
          ? 'Without a model release, it’s sold for editorial use only. You can add releases under Edit once it’s published.'
          : 'Whether anyone is recognizable, even from behind or by a tattoo.'}
      </Box>
    </Box>
  );
};

/** What the item shows and what it may be used for. Used inside a form. */
export const RightsAndUse = ({ actions }: { actions?: ReactNode }) => {
  const form = useFormContext<DeclarationForm>();
  return (
    <FormSection heading="Rights and use" actions={actions}>
      <Stack gap="5">
        <People />
        <CheckboxField
          label="Editorial use only"
          help="For news, commentary and education; never for advertising."
          {...form.register('editorial')}
        />
        <CheckboxField
          label="Made with AI"
          help="Generative AI made all or an essential part of it."
          {...form.register('aiGenerated')}
        />
        <CheckboxField
          label="Allow AI training"
          help="Unless you check this, every file states that it must not be used to train AI models."
          {...form.register('dataMining')}
        />
      </Stack>
    </FormSection>
  );
};
