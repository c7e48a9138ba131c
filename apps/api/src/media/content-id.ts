import { v5 } from 'uuid';

const contentNamespace = '4f3c2a51-6f6e-4d0b-9a3a-9c5b7a1d2e10';

/** The id of the item made of an upload: one makes one, so that a repeated request publishes nothing twice. */
export const contentIdOf = (uploadId: string) => v5(uploadId, contentNamespace);
