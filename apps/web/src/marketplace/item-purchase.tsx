import { licenseTypeLabels } from '@tessera/domain/license-types';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Select } from '../ui/controls/text-input.tsx';
import { addToCart } from './add-to-cart.ts';
import type { MarketItem, Offer } from './offers.ts';
import { useIsOwn } from './use-is-own.ts';
import { useOffer } from './use-offer.ts';

interface LicenseSelectProps extends ComponentProps<typeof Select> {
  readonly item: MarketItem;
  readonly preferredType: Offer['type'] | undefined;
}

/** Selects the license type of an item. */
export const LicenseSelect = ({ item, preferredType, ...props }: LicenseSelectProps) => {
  const { offers, offer, choose } = useOffer(item, preferredType);
  return (
    <Select
      aria-label={`License for ${item.title}`}
      value={offer.type}
      onChange={({ target }) => choose(target.value)}
      {...props}
    >
      {offers.map(({ type }) => (
        <option key={type} value={type}>
          {licenseTypeLabels[type]}
        </option>
      ))}
    </Select>
  );
};

interface PurchaseProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  readonly item: MarketItem;
  readonly offer: Offer;
  readonly gone: boolean;
}

/** It stays the same button when the item is gone, so that it doesn't lose the focus. */
const AddToCartButton = ({ item, offer, gone, size }: PurchaseProps) => {
  const navigate = useNavigate();
  return (
    <Button
      variant={gone ? 'ghost' : 'primary'}
      size={size}
      {...(gone && {
        'aria-disabled': true,
        color: 'ink.muted',
        bg: 'sunken',
        _disabled: { opacity: 1, cursor: 'default' },
      })}
      onClick={() => !gone && addToCart(item, offer, navigate)}
    >
      {gone ? 'No longer for sale' : 'Add to Cart'}
    </Button>
  );
};

/** Adds an item to the cart, or links to the editor for its creator. */
export const Purchase = (props: PurchaseProps) => {
  const { item, size } = props;
  if (!useIsOwn(item)) return <AddToCartButton {...props} />;
  return (
    <ButtonLink to={paths.creator.edit(item.id)} aria-label={`Edit ${item.title}`} variant="secondary" size={size}>
      Edit
    </ButtonLink>
  );
};
