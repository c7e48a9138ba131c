import { EventsLink } from '../events-link.tsx';

export const nameOf = (name: string | null) => name ?? 'Deleted account';

/** By name, with the way to what the log has of their payouts. */
export const Creator = ({ name, id }: { name: string | null; id: string }) => (
  <EventsLink of={`payout-${id}`} name={nameOf(name)} />
);
