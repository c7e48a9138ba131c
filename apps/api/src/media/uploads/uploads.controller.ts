import { Controller, Delete, Head, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import { emptyFile, fileTooLarge } from '@tessera/domain/content/media/media-failures';
import { invalidInput } from '@tessera/domain/failures';
import { TUS_RESUMABLE } from '@tus/server';
import type { Response } from 'express';
import { AnswersDirectly, TakesHeader } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Writes, NotCountedAsWrite } from '../../http/limits/write-limits.ts';
import { Refused } from '../../kernel/refused.ts';
import { MediaDiskSpace } from '../disk-space.ts';
import { UploadServer, uploadRefusals, uploadsPath } from './upload-server.ts';
import { Uploads } from './uploads.ts';

const fileSize = { type: 'integer', minimum: 0, maximum: mediaBytesMax };
const TakesVersion = () =>
  TakesHeader('Tus-Resumable', 'The version of the protocol.', { type: 'string', const: TUS_RESUMABLE });

const lengthOf = (request: AppRequest): number => {
  const text = request.get('Upload-Length') ?? '';
  if (!/^\d{1,15}$/.test(text))
    throw new Refused(invalidInput({ message: 'Upload-Length must state the file’s size in bytes.' }));
  const bytes = Number(text);
  if (bytes === 0) throw new Refused(emptyFile());
  if (bytes > mediaBytesMax) throw new Refused(fileTooLarge());
  return bytes;
};

/** Resumable uploads with the tus protocol. To anyone but its creator, an upload is not found. */
@ApiTags('media')
@Controller(uploadsPath)
@Refuses(...uploadRefusals)
@OnlyFor('creator')
export class UploadsController {
  constructor(
    private readonly server: UploadServer,
    private readonly uploads: Uploads,
    private readonly space: MediaDiskSpace,
  ) {}

  @Post()
  @TakesVersion()
  @TakesHeader('Upload-Length', 'The file’s size in bytes.', { ...fileSize, minimum: 1 })
  @Refuses('empty_file', 'file_too_large', 'too_many_uploads', 'media_quota_reached', 'no_room_for_media')
  @AnswersDirectly('Starts an upload. Its URL is in `Location`.', [201])
  @Writes('uploads')
  async create(@CurrentUser() user: SignedIn, @Req() request: AppRequest, @Res() response: Response) {
    const bytes = lengthOf(request);
    await this.space.withReserved(bytes, async () => {
      const id = await this.uploads.open(user.id, bytes);
      await this.server.serve(request, response, id);
      if (response.statusCode !== 201) await this.uploads.remove(id);
    });
  }

  @Head(':id')
  @TakesVersion()
  @AnswersDirectly('Returns how much of a file has arrived, in `Upload-Offset`.', [200])
  async offset(
    @CurrentUser() user: SignedIn,
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    const { status, bytes } = await this.uploads.ownedBy(user.id, id);
    if (status === 'uploading') return this.server.serve(request, response, id);
    // The file is being processed. A client that missed the last response learns here that all of it has arrived.
    response.set({
      'Tus-Resumable': TUS_RESUMABLE,
      'Upload-Offset': String(bytes),
      'Upload-Length': String(bytes),
      'Cache-Control': 'no-store',
    });
    response.status(200).end();
  }

  @Patch(':id')
  @TakesVersion()
  @TakesHeader('Upload-Offset', 'How many bytes have arrived so far.', fileSize)
  @ApiConsumes('application/offset+octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Refuses('no_room_for_media')
  @AnswersDirectly('Receives the next part of a file.', [204])
  @NotCountedAsWrite()
  async append(
    @CurrentUser() user: SignedIn,
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    const { bytes } = await this.uploads.ownedBy(user.id, id);
    const sent = Number(request.get('Content-Length') ?? bytes);
    await this.space.withReserved(Math.min(sent, bytes), () => this.server.serve(request, response, id));
  }

  @Delete(':id')
  @TakesVersion()
  @AnswersDirectly('Cancels an upload.', [204])
  async cancel(
    @CurrentUser() user: SignedIn,
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    await this.uploads.ownedBy(user.id, id);
    await this.server.serve(request, response, id);
    if (response.statusCode === 204) await this.uploads.remove(id);
  }
}
