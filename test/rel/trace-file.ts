import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The beginning or the end of a system call, in the order in which strace saw them. */
export interface TraceLine {
  readonly thread: string;
  readonly call: string;
  /** What the descriptor refers to: a path, or the two ends of a connection. */
  readonly target: string;
  /** The arguments after the descriptor, in C escapes, and the result if the call ended on this line. */
  readonly rest: string;
  readonly begins: boolean;
  readonly ends: boolean;
  /** Seconds since 1970 at which strace wrote the line. */
  readonly at: number;
}

const called = /^(\d+) +(?:(\d+\.\d+) )?(\w+)\(\d+<(.*?)>(?:, |\)| <unf)/;
const resumed = /^(\d+) +(?:(\d+\.\d+) )?<\.\.\. (\w+) resumed>/;

/** @param file as `strace -f -yy -o` writes it, with or without `-ttt` */
export async function* linesOf(file: string): AsyncGenerator<TraceLine> {
  const unfinished = new Map<string, TraceLine>();
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const begun = called.exec(text);
    if (begun) {
      const [head, thread = '', at = '0', call = '', target = ''] = begun;
      const ends = !text.endsWith('<unfinished ...>');
      const line = { thread, call, target, rest: text.slice(head.length), begins: true, ends, at: Number(at) };
      if (!ends) unfinished.set(thread, line);
      yield line;
      continue;
    }
    const [, thread = '', at = '0', call] = resumed.exec(text) ?? [];
    const begin = unfinished.get(thread);
    if (begin?.call !== call || !begin) continue;
    unfinished.delete(thread);
    yield { ...begin, rest: text, begins: false, ends: true, at: Number(at) };
  }
}

/** Whether a call returned 0. */
export const succeeded = ({ rest }: TraceLine): boolean => /= 0(?: |$)/.test(rest.slice(-60));
