import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { AdminSignInForm } from '@tessera/domain/admin/forms';
import { FormField } from '../kernel/forms/form-field.tsx';
import { useClassForm } from '../kernel/forms/form.tsx';
import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { ThemeMenu } from '../shell/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { Form } from '../ui/controls/form.tsx';
import { Main, Page } from '../ui/layout/page.tsx';
import { TextInput } from '../ui/controls/text-input.tsx';
import { AdminLogo } from './admin-logo.tsx';
import { adminSignIn } from './admin-session.atoms.ts';

/** The admin login, which is independent of the sessions of creators and brands. */
export const AdminLogin = () => {
  const form = useClassForm(AdminSignInForm);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const missing = isSubmitted ? (errors.email?.message ?? errors.password?.message) : undefined;
  const submit = form.handleSubmit(async ({ email, password }) => {
    setRefusal(null);
    try {
      await adminSignIn(email, password);
    } catch (error) {
      const { title, message } =
        error instanceof ApiError ? error : { title: 'Authentication Failed', message: String(error) };
      setRefusal(message);
      toast.error(title, message);
    }
  });
  return (
    <Main>
      <Page title="Admin" width="md">
        <Stack gap="6" pt={{ base: '8', md: '20' }}>
          <Flex align="center" justify="space-between">
            <AdminLogo />
            <ThemeMenu />
          </Flex>
          <Box>
            <chakra.h1 fontFamily="display" fontSize="2xl" lineHeight="1.2">
              Admin login
            </chakra.h1>
            <Box color="ink.muted" mt="1">
              For the people who run this marketplace. Creators and brands have their own sign-in page.
            </Box>
          </Box>
          <Form onSubmit={submit}>
            <FormField label="Email">
              <TextInput type="email" autoComplete="username" {...form.register('email')} />
            </FormField>
            <FormField label="Password">
              <TextInput type="password" autoComplete="current-password" {...form.register('password')} />
            </FormField>
            <Box role="alert" color="trouble" fontSize="sm" minH="21px">
              {missing ?? refusal}
            </Box>
            <Button type="submit" disabled={isSubmitting}>
              {isSubmitting ? 'Signing in...' : 'Sign In'}
            </Button>
          </Form>
        </Stack>
      </Page>
    </Main>
  );
};
