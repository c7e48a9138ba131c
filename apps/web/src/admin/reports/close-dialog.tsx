import type { ReportRow } from '@tessera/contract/reports';
import { reportOutcomes } from '@tessera/domain/reports/report-options';
import type { ReportOutcome } from '@tessera/domain/reports/report-options';
import { useState } from 'react';
import { RadioGroup } from '../../ui/controls/radio-group.tsx';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { useDecision } from '../../ui/decision/use-decision.ts';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { closeReport } from './reports.atoms.ts';
import { titleOf } from './report-table.tsx';

const help: Readonly<Record<ReportOutcome, string>> = {
  resolved: 'The report was right, and the problem has been dealt with.',
  nothing_to_do: 'Nothing is wrong, or there’s nothing for us to do.',
};

/** Closes a report with an outcome. */
export const CloseDialog = ({ row, ...place }: DialogFocus & { readonly row: ReportRow }) => {
  const { decide, isSending, focusAfter } = useDecision(place);
  const [outcome, setOutcome] = useState<ReportOutcome>('resolved');
  const close = () =>
    decide(() => closeReport(row.report_id, outcome), {
      done: ['Report closed', `${titleOf(row.item)}: ${reportOutcomes[outcome].toLowerCase()}.`],
    });
  return (
    <QuestionDialog
      title={`Close the report about “${titleOf(row.item)}”?`}
      action="Close report"
      sending="Closing…"
      isSending={isSending}
      onAction={close}
      onClose={place.onClose}
      focusAfter={focusAfter}
    >
      <RadioGroup
        legend="Outcome"
        name="outcome"
        first="resolved"
        options={(Object.keys(help) as ReportOutcome[]).map((value) => ({
          value,
          label: reportOutcomes[value],
          help: help[value],
        }))}
        onValue={setOutcome}
      />
    </QuestionDialog>
  );
};
