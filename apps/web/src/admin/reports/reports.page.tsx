import { Box } from '@chakra-ui/react';
import type { ReportRow } from '@tessera/contract/reports';
import { reportOutcomes } from '@tessera/domain/reports/report-options';
import type { ReportStatus } from '@tessera/domain/reports/report-options';
import { useRef, useState } from 'react';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListTable } from '../list-table.tsx';
import { useFilter } from '../use-filter.ts';
import { CloseDialog } from './close-dialog.tsx';
import { columnsOf } from './report-table.tsx';
import { reports } from './reports.atoms.ts';

const titles: Readonly<Record<ReportStatus, string>> = { open: 'Open', ...reportOutcomes };

const nothing: Readonly<Record<ReportStatus, string>> = {
  open: 'No open reports. When someone reports an item, the report stays here until you close it.',
  resolved: 'No reports have been closed as resolved.',
  nothing_to_do: 'No reports have been closed with nothing to do.',
};

/** Reports of items, by status. */
export const AdminReportsPage = () => {
  const filter = useFilter('status', optionsOf(titles), 'open');
  const status = filter.value;
  const [closing, setClosing] = useState<ReportRow | null>(null);
  const place = useRef<HTMLDivElement>(null);
  return (
    <AdminLayout
      title="Reports"
      intro="Items that people have reported. Reply to them by email. Only the creator can take an item off sale, so write to them, too. You can refund its licenses, and hold the creator’s payouts while you look into it."
    >
      <Box mb="4" maxW="56">
        <Choice label="Status" {...filter} />
      </Box>
      <Box ref={place} tabIndex={-1} outline="none">
        <ListTable
          key={status}
          of={reports}
          path={`/api/admin/reports?status=${status}`}
          noun="reports"
          nothing={nothing[status]}
          label={`Reports: ${titles[status]}`}
          columns={columnsOf(status, setClosing)}
          rowKey="report_id"
        />
      </Box>
      {closing && <CloseDialog row={closing} onClose={() => setClosing(null)} focusWhenDone={() => place.current} />}
    </AdminLayout>
  );
};

export { AdminReportsPage as Component };
