import { Box, Flex, Grid } from '@chakra-ui/react';
import { formatUsd } from '@tessera/domain/money';
import { useState } from 'react';
import { AgreementText } from '../licenses/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { QuestionDialog } from '../ui/decision/decision-dialog.tsx';
import { DetailDrawer } from '../ui/layout/detail-drawer.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Figure } from '../ui/facts/figure.tsx';
import { Initials } from '../ui/facts/initials.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { Money } from '../ui/facts/money.tsx';
import { Notice } from '../ui/layout/notice.tsx';
import { ProgressBar } from '../ui/layout/progress-bar.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import { RowsTable } from '../ui/table/table.tsx';
import type { Column } from '../ui/table/table.tsx';
import { Exhibit, Row } from './exhibit.tsx';
import { Media } from './gallery-media.tsx';

const stepCents = 25_000;
const terms = [{ heading: 'Grant', paragraphs: ['The creator licenses the work named above for one use.'] }];

const Words = () => (
  <>
    <Exhibit name="Notices">
      <Grid gap="3">
        <Notice>Invalid email or password. Please try again.</Notice>
        <Notice tone="waiting" title="Upload Pending">
          Your initial content is being prepared for upload.
        </Notice>
        <Notice tone="accent" title="Content ready to upload">
          For: Northlight
        </Notice>
        <Notice
          tone="positive"
          title="Check your mail"
          action={
            <Button size="sm" variant="secondary">
              Send again
            </Button>
          }
        >
          The link works once, within an hour.
        </Notice>
      </Grid>
    </Exhibit>
    <Exhibit name="Badges and initials">
      <Row>
        {(['neutral', 'accent', 'positive', 'waiting', 'trouble'] as const).map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
        <Initials name="Mara Lindqvist" />
        <LiveDot />
      </Row>
    </Exhibit>
  </>
);

const Overlays = () => {
  const [open, setOpen] = useState<'drawer' | 'dialog'>();
  const close = () => setOpen(undefined);
  return (
    <Exhibit name="Drawer and dialog">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('drawer')}>
          Open drawer
        </Button>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Open dialog
        </Button>
      </Row>
      {open === 'drawer' && (
        <DetailDrawer
          title="Content License Agreement"
          subtitle="Harbor at dawn"
          actions={<Button onClick={close}>Done</Button>}
          onClose={close}
        >
          <AgreementText sections={terms} />
        </DetailDrawer>
      )}
      <QuestionDialog
        open={open === 'dialog'}
        title="Remove this picture?"
        action="Remove"
        isDestructive
        onAction={close}
        onClose={close}
      >
        Licenses that were sold stay valid.
      </QuestionDialog>
    </Exhibit>
  );
};

const sales = [
  { title: 'Harbor at dawn', cents: stepCents },
  { title: 'Citrus', cents: 2 * stepCents },
];

const saleColumns: readonly Column<(typeof sales)[number]>[] = [
  { head: 'Picture', label: null, cell: ({ title }) => title },
  { head: 'Net', kind: 'figure', cell: ({ cents }) => <Money cents={cents} /> },
];

const Ledger = () => (
  <Exhibit name="Table">
    <RowsTable label="Latest sales" columns={saleColumns} rows={sales} rowKey="title" />
  </Exhibit>
);

/** Content for reading: text, figures, rows and pictures. */
export const Surfaces = ({ changes, onChange }: { changes: number; onChange: () => void }) => (
  <Flex direction="column" gap="10">
    <Words />
    <Overlays />
    <Exhibit name="Figures: unchanged, and changing live">
      <Grid templateColumns="1fr 1fr" gap="3" mb="3">
        <Figure label="Licenses" value={1204 + changes} hint="3 more than last week" />
        <Figure label="Net earnings" value={stepCents * (changes + 3)} format={formatUsd} />
      </Grid>
      <Button size="sm" variant="secondary" onClick={onChange}>
        Sell one
      </Button>
    </Exhibit>
    <Exhibit name="Progress">
      <Grid gap="3">
        {(['accent', 'positive', 'waiting', 'trouble'] as const).map((tone, index) => (
          <ProgressBar key={tone} label={tone} tone={tone} percent={25 * (index + 1)} />
        ))}
      </Grid>
    </Exhibit>
    <Ledger />
    <Media />
    <Exhibit name="Nothing yet">
      <Box bg="surface" borderWidth="1px" borderColor="hairline" borderRadius="media">
        <EmptyState sentence="Your cart is empty" action={<Button variant="secondary">Browse Marketplace</Button>} />
      </Box>
    </Exhibit>
  </Flex>
);
