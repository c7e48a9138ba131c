import { chakra } from '@chakra-ui/react';
import type { Cents } from '@tessera/domain/money';
import { formatUsd } from '@tessera/domain/money';

export const Money = ({ cents }: { cents: Cents }) => (
  <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
    {formatUsd(cents)}
  </chakra.span>
);
