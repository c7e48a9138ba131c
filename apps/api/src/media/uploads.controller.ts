import { Controller, Delete, Get, Head, Inject, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import { fileTooLarge } from '@tessera/domain/content/media-failures';
import { invalidInput } from '@tessera/domain/failures';
import type { Response } from 'express';
import type { Config } from '../config.ts';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { Processing } from './processing.ts';
import { UploadServer, uploadsPath } from './upload-server.ts';
import { Uploads } from './uploads.ts';

const resultWaitMaxMs = 10_000;

const lengthOf = (request: AppRequest): number => {
  const text = request.get('Upload-Length') ?? '';
  if (!/^\d{1,15}$/.test(text))
    throw new Refused(invalidInput({ message: 'Upload-Length must state the file’s bytes.' }));
  const bytes = Number(text);
  if (bytes > mediaBytesMax) throw new Refused(fileTooLarge());
  return bytes;
};

/** Resumable uploads by the tus protocol. An upload belongs to its creator: to anybody else there is none. */
@Controller(uploadsPath)
@UseGuards(RoleGuard('creator'))
export class UploadsController {
  constructor(
    private readonly server: UploadServer,
    private readonly uploads: Uploads,
    private readonly processing: Processing,
    @Inject(configToken) private readonly config: Config,
  ) {}

  @Post()
  async create(@CurrentUser() user: SignedIn, @Req() request: AppRequest, @Res() response: Response) {
    const id = await this.uploads.open(user.id, lengthOf(request));
    await this.server.serve(request, response, id);
    if (response.statusCode !== 201) await this.uploads.remove(id);
  }

  @Head(':id')
  async offset(
    @CurrentUser() user: SignedIn,
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    const { status, bytes } = await this.uploads.ownedBy(user.id, id);
    if (status === 'uploading') return this.server.serve(request, response, id);
    // The file has gone on to processing; a client that missed the last answer learns here that all arrived.
    response.set({
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(bytes),
      'Upload-Length': String(bytes),
      'Cache-Control': 'no-store',
    });
    response.status(200).end();
  }

  @Patch(':id')
  async append(
    @CurrentUser() user: SignedIn,
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    await this.uploads.ownedBy(user.id, id);
    await this.server.serve(request, response, id);
  }

  @Delete(':id')
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

  /** Waits a while for the processing; 202 when it is not done by then, and the refusal when the file was refused. */
  @Get(':id/result')
  async result(@CurrentUser() user: SignedIn, @Param('id') id: string, @Res({ passthrough: true }) response: Response) {
    await this.uploads.ownedBy(user.id, id);
    await this.processing.settled(id, resultWaitMaxMs);
    const upload = await this.uploads.ownedBy(user.id, id);
    if (upload.status === 'refused') throw new Refused(upload.refusal);
    if (upload.status !== 'ready') {
      response.status(202);
      return { status: upload.status };
    }
    const { media_url, media_type, width, height, placeholder } = upload.media;
    return {
      path: media_url,
      url: `${this.config.publicUrl}/media/${media_url}`,
      media_type,
      width,
      height,
      placeholder,
      // Videos are not decoded: a neutral picture stands for them.
      preview: media_type === 'video' ? 'poster' : 'picture',
    };
  }
}
