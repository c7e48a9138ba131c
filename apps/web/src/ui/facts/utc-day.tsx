import { formatUtcDay, formatUtcExactly } from '../../kernel/dates.ts';

/** A day of a license, as its agreement has it: 'in UTC' is said where it stands, the exact time on hover. */
export const UtcDay = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatUtcExactly(instant)}>
    {formatUtcDay(instant)}
  </time>
);
