import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Server } from '@tus/server';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import type { Logger } from 'pino';
import { MediaStoreUnavailable } from '../../adapters/media/port.ts';
import { loggerToken, uploadStoreToken } from '../../kernel/tokens.ts';
import { Processing } from '../processing.ts';
import type { UploadStore } from '../../adapters/uploads/port.ts';
import { Uploads } from './uploads.ts';

export const uploadsPath = '/api/uploads';

/** Its client tries again by itself. */
const unavailable = { status_code: 503, body: '' };

const ids = new WeakMap<IncomingMessage, string>();

type TusRequest = Parameters<NonNullable<Server['options']['namingFunction']>>[0];

/** The id whose owner was checked; whatever else the address holds can't lead the protocol to another upload. */
const checkedId = (request: TusRequest): string => {
  const message = request.runtime?.node?.req;
  const id = message && ids.get(message as IncomingMessage);
  if (!id) throw new Error('An upload request came past the check of its owner');
  return id;
};

/** The tus 1.0 protocol over where the uploads lie. Its errors are answered in the form of all others. */
@Injectable()
export class UploadServer extends Server {
  constructor(
    uploads: Uploads,
    processing: Processing,
    @Inject(uploadStoreToken) store: UploadStore,
    @Inject(loggerToken) logger: Logger,
  ) {
    super({
      path: uploadsPath,
      datastore: store.datastore,
      locker: store.locker,
      relativeLocation: true,
      // Pages of other origins have no business here; without this every origin would be allowed.
      allowedOrigins: [],
      maxSize: mediaBytesMax,
      disableTerminationForFinishedUploads: true,
      namingFunction: checkedId,
      getFileIdFromRequest: checkedId,
      onResponseError: (_request, error) => {
        if (error instanceof Error) logger.error({ err: error }, 'an upload could not be received');
        return error instanceof MediaStoreUnavailable ? unavailable : undefined;
      },
      onUploadFinish: async (_request, { id }) => {
        const upload = await uploads.received(id);
        if (upload) processing.start(id, upload.creator_id);
        return {};
      },
    });
  }

  /** Hands a request of the upload's owner to the protocol. */
  async serve(request: IncomingMessage, response: Parameters<Server['handle']>[1], uploadId: string) {
    ids.set(request, uploadId);
    await this.handle(request, response);
  }

  override write(context: Parameters<Server['write']>[0], headers: Headers, status: number, body?: string) {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('Content-Type', 'application/json; charset=utf-8');
    const message = status < 500 ? (body ?? '').trim() : 'The file could not be received. Please try again.';
    const error = { code: 'upload_refused', title: 'Upload failed', message };
    return super.write(context, headers, status, JSON.stringify({ error }));
  }
}
