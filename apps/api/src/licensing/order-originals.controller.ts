import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { licenseRow, OrderLicenses } from '@tessera/contract/licenses';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Response } from 'express';
import { Answers, AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { sendStream } from '../http/answers/send-stream.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { OrderOriginals } from './order-originals.ts';

@ApiTags('licensing')
@Controller()
export class OrderOriginalsController {
  constructor(
    private readonly originals: OrderOriginals,
    private readonly clock: Clock,
  ) {}

  @Get('api/orders/:id/licenses')
  @Answers('Lists the licenses that were bought with an order.', { 200: OrderLicenses })
  @OnlyFor('brand')
  async licenses(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const licenses = await this.originals.licensesOf(id, user.id);
    const now = this.clock.now().getTime();
    return { items: licenses.map((license) => licenseRow(license, now, user.role)) };
  }

  @Get('api/orders/:id/originals')
  @Refuses('license_ended', 'license_refunded')
  @AnswersDirectly('Redirects the brand to an archive with all originals of an order.', [302])
  @OnlyFor('brand')
  async address(
    @Param('id') id: string,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Res() response: Response,
  ) {
    response.redirect(302, await this.originals.addressOf(id, user.id, metadata));
  }

  @Get('media-originals/orders/:token')
  @Refuses('license_ended', 'license_refunded')
  @AnswersDirectly('Serves the originals of an order to anyone with their signed address.', [200], 'application/zip')
  async archive(@Param('token') token: string, @Res() response: Response) {
    const archive = await this.originals.archiveOf(token);
    if (!archive) throw new Refused(notFound({ message: 'This download link has expired. Please request a new one.' }));
    response.set({ 'Content-Type': 'application/zip', 'Cache-Control': 'private, no-store' });
    response.attachment(archive.filename);
    await sendStream(() => archive.bytes, response);
  }
}
