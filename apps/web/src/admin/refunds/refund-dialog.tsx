import { Box, Stack } from '@chakra-ui/react';
import type { RefundMade, RefundableLicense } from '@tessera/contract/money/refunds';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { useId, useRef, useState } from 'react';
import { isUnknown } from '../../kernel/reading/queries.ts';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DecisionDialog } from '../../ui/decision/decision-dialog.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { RefundSummary } from './refund-summary.tsx';
import { RefundTermsForm } from './refund-terms.tsx';
import type { RefundTerms } from './refund-terms.tsx';
import { makeRefund, useRefundable } from './refunds.atoms.ts';

const amountCodes: readonly string[] = ['refund_too_large', 'refund_amount_invalid'];

const showOutcome = ({ status, reason }: RefundMade, brandName: string) => {
  if (status === 'failed') toast.error('The refund failed', reason ?? 'The gateway declined it.');
  else if (status === 'started')
    toast.success('Refund on its way', 'The gateway is still processing it. The list shows when it’s done.');
  else toast.success('Refunded', `${brandName} gets a credit note and an email.`);
};

interface DialogProps {
  readonly onClose: () => void;
  /** Where the focus goes after a refund: the row with the button that opened the dialog disappears then. */
  readonly focusWhenDone: () => HTMLElement | null;
}

/** Asks for the amount and reason first, then shows the consequences to confirm. */
const Refund = ({ license, onClose, focusWhenDone }: DialogProps & { readonly license: RefundableLicense }) => {
  const [terms, setTerms] = useState<RefundTerms | null>(null);
  const [isWhole, setIsWhole] = useState(true);
  const [isConfirming, setIsConfirming] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const id = useId();
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isDone = useRef(false);
  const { left_money, price_money, brand_name } = license;
  const cents = terms?.amount === undefined ? left_money.amount_cents : centsOf(terms.amount);
  const refund = async ({ amount, reason }: RefundTerms) => {
    setIsSending(true);
    try {
      showOutcome(
        await makeRefund(license.license_id, { reason, ...(amount !== undefined && { amount }) }),
        brand_name,
      );
      isDone.current = true;
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setIsSending(false);
      if (amountCodes.includes(error.code) && !isWhole) {
        setRefusal(error.message);
        return setIsConfirming(false);
      }
      toast.error(error.title, error.message);
      onClose();
    }
  };
  const review = (entered: RefundTerms) => {
    setTerms(entered);
    setRefusal(null);
    setIsConfirming(true);
  };
  return (
    <DecisionDialog
      title={isConfirming ? `Refund ${formatUsd(cents)} to ${brand_name}?` : `Refund “${license.title}”`}
      onClose={onClose}
      focusAfter={() => (isDone.current ? focusWhenDone() : opener.current)}
      actions={
        isConfirming && terms ? (
          <>
            <Button variant="secondary" disabled={isSending} onClick={() => setIsConfirming(false)}>
              Back
            </Button>
            <Button variant="danger" loading={isSending} loadingText="Refunding…" onClick={() => void refund(terms)}>
              Refund {formatUsd(cents)}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            {left_money.amount_cents > 0 && (
              <Button type="submit" form={id}>
                Continue
              </Button>
            )}
          </>
        )
      }
    >
      {isConfirming && terms ? (
        <RefundSummary license={license} cents={cents} reason={terms.reason} />
      ) : (
        <Stack gap="4">
          <Box color="ink.muted" fontSize="sm">
            {licenseTypeTitles[license.license_type]} by {license.creator_name} for {brand_name},{' '}
            {formatUsd(price_money.amount_cents)}
          </Box>
          {license.requested && (
            <Notice tone="waiting" title="Requested by the brand">
              “{license.requested}”
            </Notice>
          )}
          {left_money.amount_cents === 0 ? (
            <Notice tone="accent">This license has been refunded in full. There’s nothing left to refund.</Notice>
          ) : (
            <RefundTermsForm
              id={id}
              license={license}
              terms={terms}
              isWhole={isWhole}
              onWhole={setIsWhole}
              refusal={refusal}
              onTerms={review}
            />
          )}
        </Stack>
      )}
    </DecisionDialog>
  );
};

/** Loads a license by its number and refunds it. */
export const RefundDialog = ({ licenseId, ...props }: DialogProps & { readonly licenseId: string }) => {
  const { data: license, error } = useRefundable(licenseId);
  const opener = useRef(document.activeElement as HTMLElement | null);
  if (license) return <Refund license={license} {...props} />;
  return (
    <DecisionDialog
      title={error && isUnknown(error) ? 'License not found' : 'Refund a license'}
      onClose={props.onClose}
      focusAfter={() => opener.current}
      actions={
        <Button variant="secondary" onClick={props.onClose}>
          Close
        </Button>
      }
    >
      {!error && <Skeleton h="40" role="status" aria-label="Loading the license" />}
      {error && (
        <Notice>{isUnknown(error) ? `There’s no license with the number ${licenseId}.` : error.message}</Notice>
      )}
    </DecisionDialog>
  );
};
