import { Box } from '@chakra-ui/react';
import { ReferralCodeForm } from '@tessera/domain/referrals/forms';
import { useSetAtom } from 'jotai';
import { Plus } from 'lucide-react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { createCodeAtom } from './code-actions.ts';
import { Form } from '../../ui/controls/form.tsx';

/** Generates a code, with an optional description. */
export const GenerateCode = () => {
  const form = useClassForm(ReferralCodeForm);
  const create = useSetAtom(createCodeAtom);
  const generate = async ({ description = '' }: ReferralCodeForm) => {
    if (await create(description)) form.reset();
  };
  const { errors, isSubmitting } = form.formState;
  return (
    <Form
      onSubmit={form.handleSubmit(generate)}
      gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1fr) auto' }}
      gap="3"
      alignItems="start"
      mb={{ base: '6', md: '8' }}
      aria-label="Generate a referral code"
    >
      <FormField
        label="Description (optional)"
        help="A note to yourself about where you share it. Nobody else sees it."
        error={errors.description?.message}
      >
        <TextInput type="text" autoComplete="off" placeholder="Workshop in Oslo" {...form.register('description')} />
      </FormField>
      <Box pt={{ md: '27px' }}>
        <Button type="submit" w={{ base: 'full', md: 'auto' }} loading={isSubmitting} loadingText="Generating…">
          <Plus size={18} strokeWidth={1.5} aria-hidden /> Generate Code
        </Button>
      </Box>
    </Form>
  );
};
