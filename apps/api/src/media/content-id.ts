import { v5 } from 'uuid';

const contentNamespace = '4f3c2a51-6f6e-4d0b-9a3a-9c5b7a1d2e10';

/** Derives the item's id from its upload's, so that a repeated request doesn't publish it twice. */
export const contentIdOf = (uploadId: string) => v5(uploadId, contentNamespace);
