import { Box, Flex, chakra } from '@chakra-ui/react';
import type { OrderPage, OrderRow } from '@tessera/contract/orders';
import { Download } from 'lucide-react';
import { plural } from '../../kernel/plural.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { downloadInvoice } from '../download.ts';

/** As many as the server returns in one answer. */
const shownMax = 500;

const namesOf = ({ titles: [first = '', ...others] }: OrderRow) =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

const Entry = ({ order }: { order: OrderRow }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: '8rem minmax(0, 1fr) 8rem auto' }}
    alignItems="center"
    columnGap="5"
    rowGap="1"
    py="3"
    borderTopWidth="1px"
    borderColor="hairline"
  >
    <Box color="ink.muted" fontSize="sm">
      <UtcDay instant={order.paid_at} /> (UTC)
    </Box>
    <Box minW="0" gridColumn={{ base: '1 / -1', md: 'auto' }} gridRow={{ base: 2, md: 'auto' }}>
      <TextLink to={paths.brand.purchase(order.id)} fontWeight="500" overflowWrap="anywhere">
        {namesOf(order)}
      </TextLink>
      <Box fontSize="sm" color="ink.muted">
        {plural(order.titles.length, 'license')}
      </Box>
    </Box>
    <Box textAlign="end" fontWeight="600">
      <Money cents={order.total.amount_cents} />
    </Box>
    <Button
      variant="ghost"
      size="sm"
      gridColumn={{ base: '1 / -1', md: 'auto' }}
      justifySelf={{ base: 'start', md: 'end' }}
      px={{ base: '0', md: '3.5' }}
      aria-label={`Invoice for ${namesOf(order)} (PDF)`}
      onClick={() => void downloadInvoice(order.id)}
    >
      <Download size={16} strokeWidth={1.5} aria-hidden />
      Invoice (PDF)
    </Button>
  </chakra.li>
);

const Orders = () => {
  const { reading, retry } = useReading<OrderPage>(`/api/orders?limit=${shownMax}`);
  if (reading.status === 'loading') return <LoadingScreen />;
  if (reading.status !== 'known') return <ReadFailed words="Your orders could not be loaded" onTryAgain={retry} />;
  const { items, next_cursor } = reading.value;
  if (items.length === 0) {
    return (
      <EmptyState
        sentence="You haven’t ordered anything yet."
        action={<ButtonLink to={paths.brand.marketplace}>Browse the marketplace</ButtonLink>}
      />
    );
  }
  return (
    <>
      <chakra.ul aria-label="Orders" listStyleType="none" borderBottomWidth="1px" borderColor="hairline">
        {items.map((order) => (
          <Entry key={order.id} order={order} />
        ))}
      </chakra.ul>
      {next_cursor !== null && (
        <Flex mt="4" color="ink.muted" fontSize="sm">
          Your newest {shownMax} orders. Earlier ones are among your licenses.
        </Flex>
      )}
    </>
  );
};

/** All paid orders of a brand, each with its invoice. */
export const OrdersPage = () => (
  <Page title="Orders">
    <PageHeading intro="Everything you have paid for, the newest first, each with its licenses and its invoice.">
      Orders
    </PageHeading>
    <Orders />
  </Page>
);

export { OrdersPage as Component };
