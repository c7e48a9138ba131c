import { Box } from '@chakra-ui/react';
import type { BoxProps } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { configAtom } from '../config.atoms.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';

/**
 * What the brand accepts with the button below, if that leads to a hosted payment page. The sandbox's form has a checkbox
 * for it. Until the gateway is known the sentence is shown, so that nobody leaves without having seen it.
 */
export const PaymentTerms = (props: BoxProps) => {
  if (useAtomValue(configAtom)?.gateway === 'sandbox') return null;
  return (
    <Box fontSize="sm" color="ink.muted" textWrap="pretty" {...props}>
      By continuing to payment, you accept the{' '}
      <TextLink to={paths.terms} target="_blank" color="accent" textUnderlineOffset="2px">
        Terms of Service
      </TextLink>{' '}
      and the license agreement of each item.
    </Box>
  );
};
