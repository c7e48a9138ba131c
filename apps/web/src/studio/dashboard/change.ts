/** How a figure compares with the previous period. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly text: string;
}

const wholePercent = (fraction: number) => `${Math.round(fraction * 100).toLocaleString('en-US')}%`;

/** Compares in percent where that makes sense, which it doesn't with zero or negative amounts. */
export const changeOf = (value: number, before: number, format: (value: number) => string): Change => {
  if (value === before) return { direction: 'same', text: 'Same as before' };
  const direction = value > before ? 'up' : 'down';
  const sign = value > before ? '+' : '−';
  if (before === 0) return { direction, text: 'None before' };
  const difference = Math.abs(value - before);
  const share = before > 0 && value >= 0 ? wholePercent(difference / before) : format(difference);
  return { direction, text: `${sign}${share} · ${format(before)} before` };
};
