import { chakra } from '@chakra-ui/react';
import type { ContentReportMade } from '@tessera/contract/reports';
import { reportReasons } from '@tessera/domain/reports/report-options';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { ApiError, post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { RadioGroup } from '../../ui/controls/radio-group.tsx';
import { FormDialog } from '../../ui/decision/form-dialog.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import type { MarketItem } from '../offers.ts';

const options = Object.entries(reportReasons).map(([value, label]) => ({ value, label }));

interface ReportDialogProps {
  readonly item: MarketItem;
  readonly onClose: () => void;
}

/** Sends the form. Only the server validates it, so that the item's page doesn't have to load the rules. */
const useReport = (itemId: string, onSent: () => void) => {
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [isSending, submit] = useBusy(async (event: FormEvent) => {
    event.preventDefault();
    const report = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    setRefusal(null);
    try {
      await post<ContentReportMade>(`/api/marketplace/${encodeURIComponent(itemId)}/reports`, report);
      toast.success('Report sent', 'Thank you for telling us. A person reads every report.');
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
    }
  });
  return { submit, isSending, refusal };
};

/** Asks what is wrong with an item, and a visitor for an email address. What was typed stays until it has been sent. */
export const ReportDialog = ({ item, onClose }: ReportDialogProps) => {
  const session = useAtomValue(sessionAtom, { store });
  const { submit, isSending, refusal } = useReport(item.id, onClose);
  const wrong = refusal?.fields ?? {};
  return (
    <FormDialog
      title={`Report “${item.title}”`}
      action="Send report"
      sending="Sending…"
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup legend="What is wrong?" name="reason" options={options} error={wrong['reason']} />
      <FormField label="What happened?" help="What we should look at, and links that show it." error={wrong['details']}>
        <TextArea name="details" rows={4} />
      </FormField>
      {!session && (
        <FormField label="Your email" help="We’ll write to you only if we have a question." error={wrong['email']}>
          <TextInput name="email" type="email" autoComplete="email" />
        </FormField>
      )}
      <chakra.p fontSize="sm" color="ink.muted" overflowWrap="anywhere">
        A person reads every report.{session && ` If we have a question, we’ll write to ${session.email}.`}
      </chakra.p>
      {refusal && !refusal.fields && <Notice title={refusal.title}>{refusal.message}</Notice>}
    </FormDialog>
  );
};
