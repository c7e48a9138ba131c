/** The samples of a Prometheus text, keyed by name with labels exactly as written there. */
export const samplesOf = (text: string): ReadonlyMap<string, number> => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
};
