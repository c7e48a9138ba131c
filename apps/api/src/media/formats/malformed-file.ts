/** A file breaks the rules of its format, or is truncated. */
export class MalformedFile extends Error {}

export const refuse = (): never => {
  throw new MalformedFile();
};

/** Returns null if `read` throws MalformedFile. */
export const nullIfMalformed = async <Result>(read: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
};
