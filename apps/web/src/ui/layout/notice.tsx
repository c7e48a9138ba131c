import { Box, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from '../controls/button.tsx';
import type { ButtonProps } from '../controls/button.tsx';

const tones = {
  accent: { icon: Info, role: 'status' },
  positive: { icon: CircleCheck, role: 'status' },
  waiting: { icon: Clock, role: 'status' },
  trouble: { icon: CircleAlert, role: 'alert' },
} as const;

interface NoticeProps {
  readonly tone?: keyof typeof tones;
  readonly title?: ReactNode;
  /** Below the text: a `NoticeButton` or `NoticeLink`, or several. */
  readonly action?: ReactNode;
  /** Set inside a live region, which already announces it. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** A message that stays in its place, unlike a toast. Screen readers announce trouble immediately. */
export const Notice = ({ tone = 'trouble', title, action, quiet = false, children }: NoticeProps) => {
  const { icon: Icon, role } = tones[tone];
  return (
    <Box
      role={quiet ? undefined : role}
      display="flex"
      gap="3"
      p="3.5"
      bg={`${tone}.tint`}
      color={tone}
      borderRadius="control"
      fontSize="sm"
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
      <Box minW={0} overflowWrap="anywhere">
        {title && <chakra.div fontWeight="600">{title}</chakra.div>}
        <chakra.div color={title ? 'ink' : undefined}>{children}</chakra.div>
        {action && <Box mt="3">{action}</Box>}
      </Box>
    </Box>
  );
};

export const NoticeButton = (props: ButtonProps) => <Button variant="secondary" size="sm" {...props} />;

export const NoticeLink = (props: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink variant="secondary" size="sm" {...props} />
);
