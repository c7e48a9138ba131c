import { Box } from '@chakra-ui/react';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListTable } from '../list-table.tsx';
import { useFilter } from '../use-filter.ts';
import { columnsOf } from './dispute-table.tsx';
import { disputes } from './disputes.atoms.ts';
import { nothing, titles } from './labels.ts';

/** Payments that cardholders dispute at their banks, with the evidence to send. */
export const AdminDisputesPage = () => {
  const filter = useFilter('standing', optionsOf(titles), 'open');
  const standing = filter.value;
  return (
    <AdminLayout
      title="Disputes"
      intro="The bank takes a disputed payment back immediately. The creator’s and referrer’s shares are in reserve until the bank decides. Submit the evidence through the gateway before it’s due."
    >
      <Box mb="4" maxW="56">
        <Choice label="Status" {...filter} />
      </Box>
      <ListTable
        key={standing}
        of={disputes}
        path={`/api/admin/disputes?standing=${standing}`}
        noun="disputes"
        nothing={nothing[standing]}
        label={`Disputes: ${titles[standing]}`}
        columns={columnsOf(standing)}
        rowKey="dispute_id"
      />
    </AdminLayout>
  );
};

export { AdminDisputesPage as Component };
