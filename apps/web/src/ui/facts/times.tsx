import { formatMinute } from '@tessera/domain/days';
import { formatLocalDay, formatExactly, formatUtcDay, formatUtcExactly } from '../../kernel/dates.ts';

/** A day of a license in UTC, as in its agreement; the page must say 'UTC' next to it. Hovering shows the exact time. */
export const UtcDay = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatUtcExactly(instant)}>
    {formatUtcDay(instant)}
  </time>
);

/** A day in the reader's time zone; hovering shows the exact time. */
export const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatExactly(instant)}>
    {formatLocalDay(instant)}
  </time>
);

/** A time to the minute in UTC, labeled as such; hovering shows it in the reader's time zone. */
export const UtcMinute = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatExactly(instant)}>
    {formatMinute(instant)}
  </time>
);
