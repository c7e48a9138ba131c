import { Flex } from '@chakra-ui/react';
import { Button } from '../ui/controls/button.tsx';
import type { ButtonProps } from '../ui/controls/button.tsx';

interface FormButtonsProps extends Pick<ButtonProps, 'loading' | 'loadingText'> {
  /** What the form does, in its button's words. */
  readonly action: string;
  readonly onCancel: () => void;
}

/** Submits a form that was opened within a page, or closes it; one below the other on a phone. */
export const FormButtons = ({ action, onCancel, ...submitting }: FormButtonsProps) => (
  <Flex gap="3" wrap="wrap">
    <Button type="submit" w={{ base: 'full', sm: 'auto' }} {...submitting}>
      {action}
    </Button>
    <Button variant="secondary" w={{ base: 'full', sm: 'auto' }} onClick={onCancel}>
      Cancel
    </Button>
  </Flex>
);
