import { Box, Code } from '@chakra-ui/react';
import { AdminUserForm as AdminUserRules } from '@tessera/domain/admin/automation';
import { useState } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { createAdminUser, newAdminPassword } from './integrations.atoms.ts';

interface Created {
  readonly email: string;
  readonly password: string;
}

const NewAdmin = ({ email, password }: Created) => (
  <Box role="status" p="4" borderRadius="control" bg="positive.tint" fontSize="sm">
    <Box>
      The admin <strong>{email}</strong> was created. This password is shown only once, so pass it on now:
    </Box>
    <Code mt="2" fontFamily="mono" fontSize="md" userSelect="all">
      {password}
    </Code>
  </Box>
);

/** Creates another admin, with a password that is generated in this browser and can't be shown again. */
export const AdminUserForm = () => {
  const form = useClassForm(AdminUserRules, { password: newAdminPassword() });
  const [created, setCreated] = useState<Created>();
  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await createAdminUser(email, password);
      setCreated({ email, password });
      form.reset({ email: '', password: newAdminPassword() });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : String(error);
      form.setError('email', { type: 'server', message });
      toast.error('Admin Creation Failed', message);
    }
  });
  return (
    <Form onSubmit={submit} gap="4" aria-label="Create an admin user">
      <FormField
        label="Admin email"
        help="This browser will generate a random 16-character password."
        error={form.formState.errors.email?.message}
      >
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <Button type="submit" justifySelf="start" loading={form.formState.isSubmitting} loadingText="Creating…">
        Create admin user
      </Button>
      {created && <NewAdmin {...created} />}
    </Form>
  );
};
