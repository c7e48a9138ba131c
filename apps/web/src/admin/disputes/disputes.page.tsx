import { Box, Flex } from '@chakra-ui/react';
import type { InfiniteData } from '@tanstack/query-core';
import type { DisputePage } from '@tessera/contract/refunds';
import { disputeStandings } from '@tessera/domain/refunds/dispute';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router-dom';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListStates } from '../list-states.tsx';
import { DisputeTable } from './dispute-table.tsx';
import { disputeListAtoms, watchDisputesAtom } from './disputes.atoms.ts';
import { nothing, titles } from './words.ts';

const isStanding = (value: string | null): value is DisputeStanding =>
  disputeStandings.some((standing) => standing === value);

const Disputes = ({ standing }: { standing: DisputeStanding }) => {
  const list = useAtomValue(disputeListAtoms[standing]);
  useAtomValue(watchDisputesAtom);
  const rows = (list.data as InfiniteData<DisputePage> | undefined)?.pages.flatMap(({ items }) => items);
  return (
    <ListStates list={list} count={rows?.length} noun="disputes" nothing={nothing[standing]}>
      {rows && <DisputeTable standing={standing} rows={rows} />}
    </ListStates>
  );
};

/** What card holders dispute with their banks, and what to answer the banks with. */
export const AdminDisputesPage = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('standing');
  const standing = isStanding(asked) ? asked : 'open';
  return (
    <AdminLayout title="Disputes">
      <PageHeading
        intro={
          <Flex direction="column" gap="2">
            The bank takes a disputed payment back at once. What the creator and their referrer had of it is in reserve
            until the bank decides. Send it the evidence through the gateway before it’s due.
            <LiveDot />
          </Flex>
        }
      >
        Disputes
      </PageHeading>
      <Box mb="4" maxW="56">
        <Choice
          label="Which disputes"
          value={standing}
          options={optionsOf(titles)}
          onChange={(value) => setSearch(value === 'open' ? {} : { standing: value }, { replace: true })}
        />
      </Box>
      <Disputes key={standing} standing={standing} />
    </AdminLayout>
  );
};
