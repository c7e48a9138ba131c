/** What browsers and Node.js both have of it; this library is compiled without the types of either. */
declare const TextDecoder: new (encoding: 'latin1') => { decode(bytes: Uint8Array): string };

/** One character for each byte, so that places in the text are places in the file. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
