import { chakra } from '@chakra-ui/react';

/** A referral code in a list. */
export const Code = chakra('span', { base: { letterSpacing: '0.06em', fontWeight: '500' } });
