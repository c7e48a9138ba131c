const utcDay = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a day or an instant as 'Dec 7, 2026', in UTC. */
export const formatDay = (dayOrInstant: string): string => utcDay.format(Date.parse(dayOrInstant));

const utcMinute = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** Formats an instant as 'Dec 7, 2026, 9:00 AM UTC'. */
export const formatMinute = (instant: string): string =>
  // Some versions of the locale data have a narrow space before AM and PM.
  `${formatDay(instant)}, ${utcMinute.format(Date.parse(instant)).replaceAll(/\s/gu, ' ')} UTC`;
