/** The same for the same email, so that a mail server or a reader that gets it twice can tell. */
export const messageIdOf = (name: string, publicUrl: string) => `${name}@${new URL(publicUrl).hostname}`;
