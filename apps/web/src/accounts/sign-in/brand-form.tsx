import { BrandSignUpForm, brandPayloadOf } from '@tessera/domain/accounts/forms';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { BrandFields, TextField } from '../fields.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { AccountFields } from './account-fields.tsx';
import { useSignUp } from './sign-up.ts';
import type { SignUpFormProps } from './sign-up.ts';
import { TermsNote } from './terms-note.tsx';
import { Form } from '../../ui/controls/form.tsx';

export const BrandForm = (props: SignUpFormProps) => {
  const form = useClassForm(BrandSignUpForm);
  const { refusal, create } = useSignUp(form, 'brand', props);
  const submit = form.handleSubmit(async (values) => {
    await create(values, brandPayloadOf(values));
  });
  return (
    <Form onSubmit={submit} aria-label="Brand sign-up">
      {refusal && <FocusedNotice title={refusal.title}>{refusal.body}</FocusedNotice>}
      <TextField form={form} name="name" label="Contact Name" autoComplete="name" />
      <AccountFields form={form} names={['name', 'brandName']} />
      <BrandFields form={form} />
      <TermsNote />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Creating account...">
        Create Brand Account
      </Button>
    </Form>
  );
};
