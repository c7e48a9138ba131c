import { Box } from '@chakra-ui/react';
import { openAuth, secondsToWait } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';
import { refusalMessage } from '../error-messages.ts';

/** Says that the address isn't confirmed yet, and sends the link again. */
export const SendAgain = ({ email }: { email: string }) => {
  const [sending, send] = useBusy(async () => {
    const { error } = await (await openAuth()).resend({ type: 'signup', email });
    if (error) toast.error('The email was not sent', refusalMessage(error, secondsToWait()));
    else toast.success('Email sent', `Please check ${email}, and your spam folder too.`);
  });
  return (
    <Box mx="auto" w="full" maxW="page" px={{ base: '4', md: '8' }} pt={{ base: '4', md: '6' }}>
      <Notice
        tone="accent"
        title="Please confirm your email address"
        action={
          <NoticeButton loading={sending} loadingText="Sending..." onClick={() => void send()}>
            Send again
          </NoticeButton>
        }
      >
        {`Press the button in our email to ${email}. If you can’t find it, we’ll send it again.`}
      </Notice>
    </Box>
  );
};
