import { Body, Controller, HttpCode, Param, Post, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { confirmationNeeded } from '@tessera/domain/accounts/access/identity-failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { PayoutFileForm } from '@tessera/domain/payouts/forms';
import type { Response } from 'express';
import { AdminSessions } from '../admin/public.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { PayoutFiles } from './payout-files.ts';

/** Says how many payouts are missing from the file. */
const leftOutHeader = 'Payouts-Left-Out';

@ApiTags('admin')
@Controller('api/admin/payout-runs/:id/files')
@OnlyFor('admin')
export class PayoutFilesController {
  constructor(
    private readonly files: PayoutFiles,
    private readonly sessions: AdminSessions,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @Refuses('confirmation_needed', 'payout_file_empty', 'payout_run_not_found', 'payout_run_moved_on')
  @AnswersDirectly(
    'Creates a file with full account details. Requires a recently confirmed password.',
    [200],
    'text/csv',
  )
  async make(
    @Param('id') run_id: string,
    @Body(new FormPipe(PayoutFileForm)) { method }: PayoutFileForm,
    @CurrentUser() { id: made_by, sessionId }: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    if (!(await this.sessions.isConfirmed(sessionId))) {
      throw new Refused(confirmationNeeded({ message: 'Please enter your password to make this file.' }));
    }
    const { changed, file } = await this.files.make({ run_id, method, made_by }, metadata);
    response.setHeader(leftOutHeader, String(changed));
    const day = this.clock.now().toISOString().slice(0, 'yyyy-mm-dd'.length);
    return new StreamableFile(file, {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="payouts-${method}-${day}.csv"`,
    });
  }
}
