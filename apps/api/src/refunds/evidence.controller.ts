import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { fileOf } from '../http/answers/file.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { PdfPrinter } from '../printing/pdf-printer.ts';
import { evidenceDocument } from './evidence-document.ts';
import { Evidence } from './evidence.ts';

@ApiTags('admin')
@Controller('api/admin/licenses')
@OnlyFor('admin')
export class EvidenceController {
  constructor(
    private readonly evidence: Evidence,
    private readonly printer: PdfPrinter,
    private readonly clock: Clock,
  ) {}

  @Get(':id/evidence.pdf')
  @AnswersDirectly(
    'Returns the evidence that a bank asks for when a payment is disputed, as a PDF.',
    [200],
    'application/pdf',
  )
  async file(@Param('id') id: string) {
    const document = evidenceDocument({ ...(await this.evidence.of(id)), at: this.clock.now().toISOString() });
    return fileOf(`evidence-${id}.pdf`, await this.printer.print(document));
  }
}
