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

/** The instant in UTC, to the millisecond, for a tooltip. */
export const formatExact = (instant: string) => `${exact.format(Date.parse(instant))} (${instant})`;

/** The end of an id. Ids created in the same second start alike. */
export const shortId = (id: string) => (id.length > idTail ? `…${id.slice(-idTail)}` : id);
