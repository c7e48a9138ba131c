const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** 'Nov 20, 2026', in the reader's time zone. */
export const formatLocalDay = (instant: string) => day.format(new Date(instant));

/** The same with the time and its zone, for a tooltip. */
export const formatExactly = (instant: string) => exact.format(new Date(instant));

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
/** 'Nov 20, 2026, 2:05 PM', in the reader's time zone. */
export const formatLocalMinute = (instant: string) => minute.format(Date.parse(instant));

// License dates are those of the agreement, wherever the reader is.
const utcDay = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const utcExact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

/** 'Nov 20, 2026', in UTC; the page must say so next to it. */
export const formatUtcDay = (instant: string) => utcDay.format(Date.parse(instant));
/** 'until Nov 20, 2026 (UTC)', or 'with no end date'. */
export const formatEnd = (end: string | null) => (end ? `until ${formatUtcDay(end)} (UTC)` : 'with no end date');
/** The same with the time and its zone, for a tooltip. */
export const formatUtcExactly = (instant: string) => utcExact.format(Date.parse(instant));

const ago = new Intl.RelativeTimeFormat('en-US');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** '5 minutes ago', '1 hour ago', '12 days ago': whole units, rounded down. */
export const formatAgo = (instant: string, nowMs: number): string => {
  const passedMs = Math.max(0, nowMs - Date.parse(instant));
  if (passedMs < hourMs) return ago.format(-Math.floor(passedMs / minuteMs), 'minute');
  if (passedMs < dayMs) return ago.format(-Math.floor(passedMs / hourMs), 'hour');
  return ago.format(-Math.floor(passedMs / dayMs), 'day');
};
