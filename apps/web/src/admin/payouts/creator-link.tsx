import { EventsLink } from '../events-link.tsx';

export const creatorName = (name: string | null) => name ?? 'Deleted account';

/** A creator's name, as a link to the events of their payouts. */
export const CreatorLink = ({ name, id }: { name: string | null; id: string }) => (
  <EventsLink of={`payout-${id}`} name={creatorName(name)} />
);
