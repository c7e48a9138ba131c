import { Controller, Get, Header, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Refused } from '../../kernel/refused.ts';
import { DevelopmentMailbox } from './development-mailbox.ts';
import { developerStyle } from '../developer-page.ts';
import { mailPage, mailboxPage } from './mailbox.page.ts';
import { Mailer } from './port.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Whatever an email contains, it runs no scripts, fetches nothing, and can only be framed by its own page. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'";

/** Shows the development mailbox. When emails go to a mail server, these pages don't exist. */
@ApiExcludeController()
@Controller('dev/mailbox')
export class MailboxController {
  constructor(private readonly mailer: Mailer) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy)
  @Header('Cache-Control', 'no-store')
  list() {
    return mailboxPage(this.mailbox().mails());
  }

  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style() {
    this.mailbox();
    return developerStyle;
  }

  @Get(':id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  show(@Param('id') id: string) {
    return mailPage(this.mail(id));
  }

  @Get(':id/html')
  html(@Param('id') id: string, @Res() response: Response) {
    const { html } = this.mail(id);
    response.setHeader('Content-Security-Policy', mailPolicy);
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    // In its sandbox, the page has no origin, so it can't have an agent cluster.
    response.removeHeader('Origin-Agent-Cluster');
    response.type('html').send(html);
  }

  @Get(':id/attachments/:number')
  @Header('Cache-Control', 'no-store')
  attachment(@Param('id') id: string, @Param('number') number: string) {
    const attachment = this.mail(id).attachments?.[Number(number)];
    if (!attachment) throw new Refused(notFound());
    const { content, contentType: type, filename } = attachment;
    const disposition = `attachment; filename="${encodeURIComponent(filename)}"`;
    return new StreamableFile(content, { type, disposition, length: content.length });
  }

  private mailbox(): DevelopmentMailbox {
    if (!(this.mailer instanceof DevelopmentMailbox)) throw new Refused(notFound());
    return this.mailer;
  }

  private mail(id: string) {
    const mail = this.mailbox().mail(id);
    if (!mail) throw new Refused(notFound());
    return mail;
  }
}
