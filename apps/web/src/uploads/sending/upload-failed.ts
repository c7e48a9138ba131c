/** The media did not reach the store. The message is the server's, if it sent one. */
export class UploadFailed extends Error {}
