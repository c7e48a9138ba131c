import { Stack, chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { RefundRequested } from '@tessera/contract/refunds';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { useId, useRef } from 'react';
import { FormField, showFieldErrors, useClassForm } from '../../kernel/form.tsx';
import { ApiError, post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-input.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/utc-day.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';
import { noteMoneyNews } from './money-news.atoms.ts';

interface RefundRequestProps {
  readonly license: LicenseRow;
  readonly onClose: () => void;
  /** Where the focus goes once a refund is asked for: what opened the dialog goes then. */
  readonly placeWhenAsked: () => HTMLElement | null;
}

/** Asks why, and says what would follow, before a refund is asked for. */
export const RefundRequest = ({ license, onClose, placeWhenAsked }: RefundRequestProps) => {
  const form = useClassForm(RefundReasonForm);
  const { errors, isSubmitting } = form.formState;
  const id = useId();
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isAsked = useRef(false);
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      const path = `/api/licenses/${encodeURIComponent(license.id)}/refund-request`;
      const { position } = await post<RefundRequested>(path, { reason });
      isAsked.current = true;
      noteMoneyNews(position);
      toast.success('Refund requested', 'We’ll email you when it’s decided.');
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
      onClose();
    }
  });
  return (
    <DecisionDialog
      title={`Ask for a refund of “${license.content.title}”?`}
      onClose={onClose}
      focusAfter={() => (isAsked.current ? placeWhenAsked() : opener.current)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={isSubmitting} loadingText="Asking…">
            Ask for a refund
          </Button>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <p>
            You paid <Money cents={license.price_money.amount_cents} /> on <UtcDay instant={license.created_at} />{' '}
            (UTC). We look at each request and email you what we decide. Until then, your license stays as it is.
          </p>
          <p>
            If we refund it in full, the license ends at once: all use must stop, and the content must be removed from
            the media you control.
          </p>
          <FormField label="Why do you want a refund?" help="Only we read this." error={errors.reason?.message}>
            <TextArea rows={3} {...form.register('reason')} />
          </FormField>
        </Stack>
      </chakra.form>
    </DecisionDialog>
  );
};
