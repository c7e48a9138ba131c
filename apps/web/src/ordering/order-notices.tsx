import type { Order } from '@tessera/contract/orders';
import { chakra } from '@chakra-ui/react';
import type { LicenseBasis, SuccessorKind } from '@tessera/domain/licensing/basis';
import { licenseTermDays } from '@tessera/domain/licensing/term';
import { centsOf, dollarsOf } from '@tessera/domain/money';
import type { LineCheck } from '@tessera/contract/cart';
import { useEffect } from 'react';
import { formatEnd, formatLocalMinute } from '../kernel/dates.ts';
import { useQuery } from '../kernel/reading/queries.ts';
import { paths } from '../paths.ts';
import { Money } from '../ui/facts/money.tsx';
import { Notice, NoticeLink } from '../ui/layout/notice.tsx';
import { checkLines } from './cart/cart-check.atoms.ts';
import { basisOf } from './order.ts';
import { serverNowMs } from '../kernel/browser/server-time.ts';

const meanings: Readonly<Record<SuccessorKind, string>> = {
  renewal: `It starts when that license ends, or when you pay if that’s later, and lasts ${licenseTermDays} days.`,
  upgrade: 'It starts when you pay and has no end date. The license it upgrades stays as it was granted.',
};

/**
 * What a renewal or upgrade buys. It needs no notices on its price or on existing licenses: both follow from the
 * license before it.
 */
const SuccessorNotice = ({ basis }: { basis: LicenseBasis }) => (
  <Notice
    tone="accent"
    title={basis.kind === 'renewal' ? 'This order renews a license' : 'This order upgrades a license'}
    action={<NoticeLink to={paths.brand.license(basis.license_id)}>Back to the license</NoticeLink>}
  >
    {meanings[basis.kind]}
  </Notice>
);

interface LineChange {
  readonly line: Order['lines'][number];
  readonly check: LineCheck;
}

const CurrentPrice = ({ line, check: { status, price } }: LineChange) => {
  if (status === 'gone') return 'no longer for sale.';
  if (price === null) return 'this license is no longer offered.';
  return (
    <>
      <Money cents={line.unit_price_cents} /> → <Money cents={centsOf(price)} />
    </>
  );
};

const priceHoldEnd = ({ prices_kept_until: until }: Order) =>
  until !== null && serverNowMs() < Date.parse(until) ? until : null;

/** What the changes mean for paying this order. */
const Consequence = ({ order, gone }: { order: Order; gone: boolean }) => {
  if (gone) return 'This order can’t be paid anymore. Remove what’s unavailable from your cart and check out again.';
  const until = priceHoldEnd(order);
  if (until === null) return 'This order is more than 24 hours old, so today’s prices apply when you pay.';
  return `We hold your prices for 24 hours: pay by ${formatLocalMinute(until)} to get the total below.`;
};

/**
 * Why the brand may want to reconsider this order before paying: changed items, and items that are already licensed.
 */
const CartNotices = ({ order }: { order: Order }) => {
  const lines = order.lines.map((line) => ({
    id: line.content_id,
    licenseType: line.license_type,
    price: dollarsOf(line.unit_price_cents),
  }));
  // A failure shows nothing: the order holds regardless.
  const { data: checks = [], refetch } = useQuery(['lines', lines], () => checkLines(lines));
  // When the order is read again, its items may have changed even if the order hasn't.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, order]);
  const changed = order.lines.flatMap((line, at) => {
    const check = checks[at];
    return check && check.status !== 'ok' ? [{ line, check }] : [];
  });
  const licensed = order.lines.flatMap((line, at) => {
    const held = checks[at]?.licensed;
    return held ? [{ line, held }] : [];
  });
  return (
    <>
      {changed.length > 0 && (
        <Notice
          tone="waiting"
          title="Since this order was placed"
          action={<NoticeLink to={paths.brand.cart}>Back to your cart</NoticeLink>}
        >
          <chakra.ul listStyleType="none">
            {changed.map((change) => (
              <li key={`${change.line.content_id}/${change.line.license_type}`}>
                {change.line.title}: <CurrentPrice {...change} />
              </li>
            ))}
          </chakra.ul>
          <Consequence order={order} gone={changed.some(({ check }) => check.status === 'gone')} />
        </Notice>
      )}
      {licensed.length > 0 && (
        <Notice
          tone="waiting"
          title="Already licensed"
          action={<NoticeLink to={paths.brand.licenses}>View licenses</NoticeLink>}
        >
          <chakra.ul listStyleType="none">
            {licensed.map(({ line, held }) => (
              <li key={`${line.content_id}/${line.license_type}`}>
                {line.title}, {formatEnd(held.end_date)}
              </li>
            ))}
          </chakra.ul>
        </Notice>
      )}
    </>
  );
};

export const OrderNotices = ({ order }: { order: Order }) => {
  const basis = basisOf(order);
  return basis ? <SuccessorNotice basis={basis} /> : <CartNotices order={order} />;
};
