import { chakra } from '@chakra-ui/react';
import { BrandSignUpForm, brandPayloadOf } from '@tessera/domain/accounts/forms';
import { useClassForm } from '../kernel/form.tsx';
import { Button } from '../ui/button.tsx';
import { AccountFields, TextField } from './fields.tsx';
import { signUp } from './sign-up.ts';
import type { SignUpOutcome } from './sign-up.ts';
import { TermsNote } from './terms-note.tsx';

interface BrandFormProps {
  readonly onStart: () => void;
  readonly onDone: (outcome: SignUpOutcome) => void;
}

export const BrandForm = ({ onStart, onDone }: BrandFormProps) => {
  const form = useClassForm(BrandSignUpForm);
  const create = form.handleSubmit(async (values) => {
    onStart();
    onDone(await signUp(values, 'brand', brandPayloadOf(values)));
  });
  return (
    <chakra.form noValidate onSubmit={(event) => void create(event)} display="grid" gap="5" aria-label="Brand sign-up">
      <TextField form={form} name="name" label="Contact Name" autoComplete="name" />
      <AccountFields form={form} />
      <TextField form={form} name="brandName" label="Brand Name" autoComplete="organization" />
      <TextField
        form={form}
        name="brandUrl"
        label="Brand Website"
        type="url"
        autoComplete="url"
        placeholder="https://"
      />
      <TermsNote />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Creating account...">
        Create Brand Account
      </Button>
    </chakra.form>
  );
};
