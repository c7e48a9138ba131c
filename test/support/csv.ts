/** The records of a CSV file, parsed as RFC 4180 defines it. */
export const recordsOf = (text: string): readonly (readonly string[])[] => {
  const records: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const [, quoted, plain = '', end = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(text.slice(at)) ?? [];
    if (end === '' && at + (quoted ?? plain).length < text.length && quoted === undefined)
      throw new Error(`No record at ${at}`);
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += (quoted === undefined ? plain.length : quoted.length + 2) + end.length;
    if (end === '\r\n' && at < text.length) records.push([]);
  }
  return records;
};
