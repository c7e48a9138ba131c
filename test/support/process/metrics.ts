/** The samples of a Prometheus text, by name with labels as they stand there. */
export const samplesOf = (text: string): ReadonlyMap<string, number> => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
};
