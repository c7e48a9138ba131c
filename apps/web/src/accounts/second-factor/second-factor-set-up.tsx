import { Box, Flex, chakra } from '@chakra-ui/react';
import { AppCodeForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { useEffect, useState } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { secondsToWait } from '../../kernel/session.ts';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { TextField } from '../fields.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { wrongCodeMessage } from './second-factor-question.tsx';
import { finishSetUp, isWrongCode } from './second-factor.ts';
import type { SetUp } from './second-factor.ts';
import { refusalMessage } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';

/** In groups of four, to be easier to copy by hand. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

const Key = ({ qrCode, secret }: SetUp) => (
  <Flex gap="6" direction={{ base: 'column', sm: 'row' }} align={{ base: 'center', sm: 'flex-start' }}>
    {/* White in both themes: apps read dark on light. */}
    <Box bg="white" p="3" borderRadius="control" flexShrink={0} borderWidth="1px">
      <chakra.img src={qrCode} alt="QR code for your authenticator app" boxSize="168px" display="block" />
    </Box>
    <Box fontSize="sm" lineHeight="1.6" minW={0}>
      <chakra.p>Scan this with an authenticator app, such as the one your phone came with.</chakra.p>
      <chakra.p mt="4" color="ink.muted">
        Can’t scan it? Type this key into the app:
      </chakra.p>
      <chakra.code display="block" mt="1" fontFamily="mono" fontSize="sm" overflowWrap="anywhere" bg="transparent">
        {grouped(secret)}
      </chakra.code>
    </Box>
  </Flex>
);

interface SecondFactorSetUpProps {
  readonly setUp: SetUp;
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Hands the key to the authenticator app, and asks for a code to check that it works. */
export const SecondFactorSetUp = ({ setUp, onDone, onCancel }: SecondFactorSetUpProps) => {
  const form = useClassForm(AppCodeForm);
  const [failure, setFailure] = useState<string>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      await finishSetUp(setUp, code);
      await onDone();
    } catch (error) {
      if (isWrongCode(error)) {
        form.setError('code', { type: 'server', message: wrongCodeMessage }, { shouldFocus: true });
        return;
      }
      setFailure(refusalMessage(error, secondsToWait()));
    }
  });
  return (
    <Form onSubmit={submit} gap="6" aria-label="Set up an authenticator app">
      {failure && <FocusedNotice title="Not turned on">{failure}</FocusedNotice>}
      <Key {...setUp} />
      <TextField
        form={form}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        help="The 6 digits your app shows now"
      />
      <FormButtons
        action="Turn on"
        loading={form.formState.isSubmitting}
        loadingText="Checking..."
        onCancel={onCancel}
      />
    </Form>
  );
};
