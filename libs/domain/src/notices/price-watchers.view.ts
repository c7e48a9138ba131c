import { accountDeleted } from '../accounts/account-events.ts';
import { mailChosen } from '../accounts/mails/mail-choices.ts';
import { defineView, on, ownFields, removes } from '../kernel/view.ts';

/** Someone who wants emails about price drops of their saved items. */
export interface PriceWatcher {
  readonly account_id: string;
}

/** By account id. */
export const priceWatchers = defineView<PriceWatcher>({
  name: 'price-watchers',
  version: 1,
  on: [
    on(
      mailChosen,
      'account_id',
      (before: PriceWatcher | undefined, { account_id, mail, wanted }): PriceWatcher | undefined => {
        if (mail !== 'price_fallen') return before;
        return wanted ? { account_id } : undefined;
      },
    ),
    removes(accountDeleted, 'account_id'),
  ],
  indexes: {
    fields: ownFields('account_id'),
    listings: [{ sorts: ['account_id'] }],
  },
});
