/** How a figure compares with that of the period before. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly words: string;
}

const wholePercent = (part: number) => `${Math.round(part * 100).toLocaleString('en-US')}%`;

/** In percent where that says something: not of nothing, nor of less than nothing. */
export const changeOf = (value: number, before: number, format: (value: number) => string): Change => {
  if (value === before) return { direction: 'same', words: 'Same as before' };
  const direction = value > before ? 'up' : 'down';
  const sign = value > before ? '+' : '−';
  if (before === 0) return { direction, words: 'None before' };
  const difference = Math.abs(value - before);
  const share = before > 0 && value >= 0 ? wholePercent(difference / before) : format(difference);
  return { direction, words: `${sign}${share} · ${format(before)} before` };
};
