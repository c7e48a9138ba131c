const clock = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' });
const idTail = 8;

/** 'Nov 20, 2026, 02:05:09 PM' in the reader's time zone. */
export const formatClock = (instant: string) => clock.format(Date.parse(instant));

/** The same instant to the millisecond in UTC, for a title on hover. */
export const formatExact = (instant: string) => `${exact.format(Date.parse(instant))} (${instant})`;

/** The end of an id: the beginnings of ids made in the same second are alike. */
export const shortId = (id: string) => (id.length > idTail ? `…${id.slice(-idTail)}` : id);
