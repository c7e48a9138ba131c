import { Controller, Get, Header, Inject, Param, Post, Query, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { notFound } from '@tessera/domain/failures';
import { Refused } from '../../kernel/refused.ts';
import { developerStyle } from '../developer-page.ts';
import { PaymentNotices } from './port.ts';
import type { DisputeReport } from './port.ts';
import { SandboxGateway } from './sandbox.ts';
import { sandboxPage, sandboxPath } from './sandbox.page.ts';

const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Lets a developer play the bank. These pages don't exist when another gateway takes the payments. Posts carry their
 * data in the path: ids that can't be guessed, so that no other site can forge a post.
 */
@ApiExcludeController()
@Controller('dev/sandbox')
export class SandboxController {
  constructor(
    @Inject(SandboxGateway) private readonly gateway: SandboxGateway | null,
    private readonly notices: PaymentNotices,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy)
  @Header('Cache-Control', 'no-store')
  show(@Query('payment') reference: unknown) {
    const payment = typeof reference === 'string' && reference !== '' ? reference : null;
    const { refundsAndDisputes } = this.sandbox();
    return sandboxPage({
      disputes: refundsAndDisputes.latestDisputes(),
      charges: refundsAndDisputes.disputableCharges(payment),
      payment,
    });
  }

  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style() {
    this.sandbox();
    return developerStyle;
  }

  @Post('charges/:payment/dispute')
  @Redirect(sandboxPath, 303)
  open(@Param('payment') payment: string) {
    return this.notify(this.sandbox().refundsAndDisputes.open(payment));
  }

  @Post('disputes/:id/won')
  @Redirect(sandboxPath, 303)
  win(@Param('id') id: string) {
    return this.notify(this.sandbox().refundsAndDisputes.decide(id, 'won'));
  }

  @Post('disputes/:id/lost')
  @Redirect(sandboxPath, 303)
  lose(@Param('id') id: string) {
    return this.notify(this.sandbox().refundsAndDisputes.decide(id, 'lost'));
  }

  /** The sandbox sends no notices to a webhook, so the page passes them on directly. */
  private async notify(dispute: DisputeReport | null): Promise<void> {
    if (!dispute) throw new Refused(notFound());
    await this.notices.disputed(dispute);
  }

  private sandbox(): SandboxGateway {
    if (!this.gateway) throw new Refused(notFound());
    return this.gateway;
  }
}
