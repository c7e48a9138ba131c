import { chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { cartAtom, takeFromCart } from '../kernel/cart.atoms.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { notePriceChangesAtom, priceChangesAtom } from './cart-check.atoms.ts';
import { settled } from './order.ts';
import { problemsAtom } from './problems.atoms.ts';
import { finishPurchase, lastOrder } from './purchase.ts';

/** Prices that became others since the item was put here. */
export const PriceChanges = () => {
  const changes = useAtomValue(priceChangesAtom);
  const note = useSetAtom(notePriceChangesAtom);
  if (changes.length === 0) return null;
  return (
    <Notice
      tone="waiting"
      title={changes.length === 1 ? 'A price changed' : 'Prices changed'}
      action={
        <Button variant="secondary" size="sm" onClick={() => note()}>
          OK
        </Button>
      }
    >
      <chakra.ul listStyleType="none" display="grid" gap="1">
        {changes.map(({ key, title, licenseType, beforeCents, nowCents }) => (
          <li key={key}>
            {title}, {licenseTypeTitles[licenseType]}: <Money cents={beforeCents} /> → <Money cents={nowCents} />
          </li>
        ))}
      </chakra.ul>
    </Notice>
  );
};

/** What can't be bought any more and stands between this cart and its order. */
export const Left = ({ onRemoved }: { onRemoved: () => void }) => {
  const problems = useAtomValue(problemsAtom);
  const left = useAtomValue(cartAtom).filter(({ id, licenseType }) => problems.has(`${id}/${licenseType}`));
  if (left.length === 0) return null;
  const remove = () => {
    for (const line of left) takeFromCart(line);
    onRemoved();
  };
  return (
    <Notice
      tone="waiting"
      title={left.length === 1 ? 'An item can’t be licensed any more' : 'Items can’t be licensed any more'}
      action={
        <Button variant="secondary" size="sm" onClick={remove}>
          {left.length === 1 ? 'Remove it' : 'Remove them'}
        </Button>
      }
    >
      {[...new Set(left.map(({ title }) => title))].join(', ')}
    </Notice>
  );
};

/** A payment of this cart that is still under way; once it went through, the cart is emptied of what it bought. */
export const PaymentUnderWay = () => {
  const [orderId, setOrderId] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const look = async () => {
      const order = await lastOrder();
      if (!current || order?.status !== 'paying') return;
      setOrderId(order.id);
      const ended = await settled(order.id).catch(() => order);
      if (!current || ended.status === 'paying') return;
      setOrderId(null);
      if (ended.status === 'paid') finishPurchase(ended);
    };
    void look();
    return () => {
      current = false;
    };
  }, []);
  if (orderId === null) return null;
  return (
    <Notice
      tone="waiting"
      title="A payment of this cart is being confirmed"
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to={paths.brand.order(orderId)}>See the payment</Link>
        </Button>
      }
    >
      Your cart is kept until the answer is there. You will not be charged twice.
    </Notice>
  );
};
