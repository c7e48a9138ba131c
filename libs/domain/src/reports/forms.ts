import { IsEmail, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { manyLines, oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { reportDetailsMaxCharacters, reportOutcomes, reportReasons } from './report-options.ts';
import type { ReportOutcome, ReportReason } from './report-options.ts';

const reasonMessage = 'Please choose a reason';
const detailsMessage = `Please tell us what happened, in at most ${reportDetailsMaxCharacters.toLocaleString('en-US')} characters`;
const isAddress = IsEmail({}, { message: 'Please enter a valid email address' });

/** What somebody says of an item. */
class ReportWordsForm {
  static readonly normalizers: Normalizers = { details: manyLines, email: oneLine };

  @IsIn(Object.keys(reportReasons), { message: reasonMessage })
  reason!: ReportReason;

  @IsString({ message: detailsMessage })
  @MinLength(1, { message: detailsMessage })
  @MaxLength(reportDetailsMaxCharacters, { message: detailsMessage })
  details = '';
}

/** Of who is signed in, too: the address of their account counts then. */
export class ReportForm extends ReportWordsForm {
  @IsOptional()
  @isAddress
  email?: string;
}

/** Of a visitor, who says where to answer. */
export class VisitorReportForm extends ReportWordsForm {
  @isAddress
  email = '';
}

export class CloseReportForm {
  @IsIn(Object.keys(reportOutcomes), { message: 'Please say what came of it' })
  outcome: ReportOutcome = 'resolved';
}
