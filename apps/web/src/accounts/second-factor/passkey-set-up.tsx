import { Box, Flex } from '@chakra-ui/react';
import { PasskeyForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { useEffect, useState } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { TextField } from '../fields.tsx';
import { createPasskey, passkeyMessage } from './passkeys.ts';
import { beginPasskey, cancelSetUp } from './second-factor.ts';
import { Form } from '../../ui/controls/form.tsx';

/** @throws the refusal, after canceling the setup */
const addPasskey = async (name: string) => {
  const factorId = await beginPasskey(name);
  try {
    await createPasskey(factorId);
  } catch (error) {
    void cancelSetUp(factorId);
    throw error;
  }
};

interface PasskeySetUpProps {
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for a name; then the browser takes over. */
export const PasskeySetUp = ({ onDone, onCancel }: PasskeySetUpProps) => {
  const form = useClassForm(PasskeyForm);
  const [failure, setFailure] = useState<string>();
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const submit = form.handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      await addPasskey(name.trim());
      await onDone();
    } catch (error) {
      setFailure(passkeyMessage(error));
    }
  });
  const { isSubmitting } = form.formState;
  return (
    <Form onSubmit={submit} aria-label="Add a passkey">
      {failure && <FocusedNotice title="No passkey was added">{failure}</FocusedNotice>}
      <Box fontSize="sm" lineHeight="1.6">
        Your device will ask for your fingerprint, face or PIN, or for a security key. Your fingerprint, face and PIN
        stay on your device: we only store what we need to recognize this passkey.
      </Box>
      <TextField
        form={form}
        name="name"
        label="Name (optional)"
        autoComplete="off"
        help="Something you’ll recognize, such as “Work laptop”"
      />
      <Flex gap="3" wrap="wrap">
        <Button type="submit" w={{ base: 'full', sm: 'auto' }} loading={isSubmitting} loadingText="Waiting for you...">
          Continue
        </Button>
        <Button variant="secondary" w={{ base: 'full', sm: 'auto' }} disabled={isSubmitting} onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </Form>
  );
};
