import { Box, chakra } from '@chakra-ui/react';

const cards = [
  { number: '4242 4242 4242 4242', outcome: 'approved' },
  { number: '4000 0000 0000 0002', outcome: 'declined' },
  { number: '4000 0000 0000 0077', outcome: 'approved, slowly' },
  { number: '4000 0000 0000 0119', outcome: 'outcome unknown at first' },
  { number: '4000 0000 0000 0259', outcome: 'approved, then disputed' },
];

/** The sandbox's test cards, shown below its form. */
export const TestCards = () => (
  <Box bg="sunken" borderRadius="control" p="4" fontSize="sm">
    <Box fontWeight="600">Sandbox: no real money moves</Box>
    <chakra.ul listStyleType="none" mt="2" display="grid" gap="1">
      {cards.map(({ number, outcome }) => (
        <chakra.li key={number} display="flex" flexWrap="wrap" columnGap="3" color="ink.muted">
          <chakra.span color="ink" fontVariantNumeric="tabular-nums">
            {number}
          </chakra.span>
          {outcome}
        </chakra.li>
      ))}
    </chakra.ul>
    <Box color="ink.muted" mt="2">
      Any future date, any three digits.
    </Box>
  </Box>
);
