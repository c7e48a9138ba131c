import type { Order } from '@tessera/contract/orders';
import { Box, chakra } from '@chakra-ui/react';
import type { LicenseType } from '@tessera/domain/license-types';
import { endOfTerm } from '@tessera/domain/licensing/term';
import type { OrderBasis } from '@tessera/domain/ordering/order-line';
import { startOf } from '@tessera/domain/ordering/successor';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { nowAtom } from '../kernel/now.atoms.ts';
import { AgreementDialog } from '../licenses/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { UtcDay } from '../ui/facts/times.tsx';
import { OrderLine } from './order-lines.tsx';

type Item = Order['lines'][number];

/** With at most this many items, a phone's first screen still shows the card fields. */
const phoneItemsMax = 2;

/** When a renewal or upgrade that is paid at `now`, in ms since 1970, begins and ends. */
const termOf = (basis: OrderBasis, type: LicenseType, now: number) => {
  const start_date = startOf(basis, new Date(now).toISOString());
  return { start_date, end_date: endOfTerm(type, start_date) };
};

const Term = ({ basis, type }: { basis: OrderBasis; type: LicenseType }) => {
  const { start_date, end_date } = termOf(basis, type, useAtomValue(nowAtom));
  return (
    <Box fontSize="sm">
      {start_date === basis.end_date ? 'From ' : 'If you pay today, from '}
      <UtcDay instant={start_date} />
      {end_date ? (
        <>
          {' '}
          to <UtcDay instant={end_date} /> (UTC)
        </>
      ) : (
        ' (UTC), with no end date'
      )}
    </Box>
  );
};

/** One item, with its license agreement to read before accepting it. */
const OrderItem = ({ item }: { item: Item }) => {
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);
  const now = useAtomValue(nowAtom);
  const { content_id, title, license_type, quantity, total_cents, basis } = item;
  return (
    <OrderLine
      line={{
        key: content_id,
        title,
        mediaUrl: item.media_url,
        mediaType: item.media_type,
        licenseType: license_type,
        quantity,
        unitCents: item.unit_price_cents,
      }}
    >
      {basis && <Term basis={basis} type={license_type} />}
      <Button
        variant="ghost"
        size="sm"
        px="0"
        color="accent"
        fontWeight="500"
        textDecoration="underline"
        textUnderlineOffset="2px"
        _hover={{ bg: 'transparent', color: 'accent.strong' }}
        aria-label={`License agreement for ${title}`}
        onClick={() => setIsAgreementOpen(true)}
      >
        License agreement
      </Button>
      {isAgreementOpen && (
        <AgreementDialog
          item={{ id: content_id, title }}
          offer={{ type: license_type, cents: total_cents }}
          quantity={quantity}
          {...(basis && { term: termOf(basis, license_type, now) })}
          onClose={() => setIsAgreementOpen(false)}
        />
      )}
    </OrderLine>
  );
};

/** The items of an order. On a phone, a long order shows only its first items until a button is pressed. */
export const OrderItems = ({ order: { lines } }: { order: Order }) => {
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && lines.length > phoneItemsMax;
  return (
    <Box mt="4" borderTopWidth="1px" borderColor="hairline">
      <chakra.ul
        aria-label="What you are licensing"
        listStyleType="none"
        css={{
          '& > :last-child': { borderBottomWidth: 0, pb: 0 },
          ...(isCut && { lgDown: { [`& > :nth-of-type(n + ${phoneItemsMax + 1})`]: { display: 'none' } } }),
        }}
      >
        {lines.map((item) => (
          <OrderItem key={`${item.content_id}/${item.license_type}`} item={item} />
        ))}
      </chakra.ul>
      {isCut && (
        <Button
          variant="secondary"
          size="sm"
          w="full"
          mt="3"
          display={{ lg: 'none' }}
          onClick={() => setShowsAll(true)}
        >
          Show all {lines.length} items
        </Button>
      )}
    </Box>
  );
};
