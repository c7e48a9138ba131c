import { IsEmail, IsIn, IsOptional } from 'class-validator';
import { filledText } from '../kernel/form-rule.ts';
import { manyLines, oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { reportDetailsMaxCharacters, reportOutcomes, reportReasons } from './report-options.ts';
import type { ReportOutcome, ReportReason } from './report-options.ts';

const reasonMessage = 'Please choose a reason';
const detailsMessage = `Please tell us what happened, in at most ${reportDetailsMaxCharacters.toLocaleString('en-US')} characters`;
const isAddress = IsEmail({}, { message: 'Please enter a valid email address' });

/** The common fields of a report of an item. */
class ReportWordsForm {
  static readonly normalizers: Normalizers = { details: manyLines, email: oneLine };

  @IsIn(Object.keys(reportReasons), { message: reasonMessage })
  reason!: ReportReason;

  @filledText(reportDetailsMaxCharacters, detailsMessage)
  details = '';
}

/** For everyone; for signed-in users, the address of their account counts instead. */
export class ReportForm extends ReportWordsForm {
  @IsOptional()
  @isAddress
  email?: string;
}

/** For visitors, who must say where we can answer. */
export class VisitorReportForm extends ReportWordsForm {
  @isAddress
  email = '';
}

export class CloseReportForm {
  @IsIn(Object.keys(reportOutcomes), { message: 'Please choose an outcome' })
  outcome: ReportOutcome = 'resolved';
}
