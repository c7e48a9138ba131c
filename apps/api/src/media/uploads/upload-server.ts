import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Server } from '@tus/server';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import type { Logger } from 'pino';
import { MediaStoreUnavailable } from '../../adapters/media/port.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { Processing } from '../processing.ts';
import { UploadStore } from '../../adapters/uploads/port.ts';
import { Uploads } from './uploads.ts';

export const uploadsPath = '/api/uploads';

const refusedStatuses = [400, 403, 404, 409, 410, 412, 413, 415];
/** What the protocol refuses with. */
export const uploadRefusals = refusedStatuses.map((status) => ({ status, errorCode: 'upload_refused' }));

/** The client retries on its own. */
const unavailable = { status_code: 503, body: '' };

const ids = new WeakMap<IncomingMessage, string>();

type TusRequest = Parameters<NonNullable<Server['options']['namingFunction']>>[0];

/** Returns the id whose owner was checked, so that nothing else in the URL can lead the protocol to another upload. */
const checkedId = (request: TusRequest): string => {
  const message = request.runtime?.node?.req;
  const id = message && ids.get(message as IncomingMessage);
  if (!id) throw new Error('An upload request bypassed the check of its owner');
  return id;
};

/** Serves the tus 1.0 protocol. Its errors have the same form as all others. */
@Injectable()
export class UploadServer extends Server {
  constructor(uploads: Uploads, processing: Processing, store: UploadStore, @Inject(loggerToken) logger: Logger) {
    super({
      path: uploadsPath,
      datastore: store.datastore,
      locker: store.locker,
      relativeLocation: true,
      // No other origin may call this. Without this option, all of them could.
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

  /** Handles a request of the upload's owner. */
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
