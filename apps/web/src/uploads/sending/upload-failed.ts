/** The media did not reach the store; the message is the server's where it gave one. */
export class UploadFailed extends Error {}
