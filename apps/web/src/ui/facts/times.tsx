import { formatMinute } from '@tessera/domain/days';
import { formatDay, formatExactly, formatUtcDay, formatUtcExactly } from '../../kernel/dates.ts';

/** A day of a license, as its agreement has it: 'in UTC' is said where it stands, the exact time on hover. */
export const UtcDay = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatUtcExactly(instant)}>
    {formatUtcDay(instant)}
  </time>
);

/** A day of the reader's own, the exact time on hover. */
export const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatExactly(instant)}>
    {formatDay(instant)}
  </time>
);

/** To the minute, in UTC, as it says itself; the reader's own time on hover. */
export const UtcMinute = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatExactly(instant)}>
    {formatMinute(instant)}
  </time>
);
