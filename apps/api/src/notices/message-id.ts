/** The same email always gets the same Message-ID, so that a mail server or mail program can spot a duplicate. */
export const messageIdOf = (name: string, publicUrl: string) => `${name}@${new URL(publicUrl).hostname}`;
