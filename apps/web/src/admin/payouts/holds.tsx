import { Box, chakra } from '@chakra-ui/react';
import type { PayoutHoldRow } from '@tessera/contract/payout-runs';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Cell, Head, Heads, Table } from '../../ui/table/table.tsx';
import { ListStates } from '../list-states.tsx';
import { LiftDialog } from './hold-dialogs.tsx';
import { addresses, usePages } from './payouts.atoms.ts';
import { Creator, Minute, nameOf } from './rows.tsx';

const Entry = ({ hold, onLift }: { hold: PayoutHoldRow; onLift: () => void }) => (
  <tr>
    <Cell as="th" scope="row" fontWeight="400" textAlign="start">
      <Creator name={hold.creator_name} id={hold.creator_id} />
    </Cell>
    <Cell data-label="Since" whiteSpace="nowrap">
      <Minute time={hold.since} />
    </Cell>
    <Cell data-label="Reason" maxW="md" overflowWrap="anywhere">
      {hold.reason ?? 'Gone with the account'}
    </Cell>
    <Cell data-part="action" textAlign={{ md: 'end' }}>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Lift hold on payouts to ${nameOf(hold.creator_name)}`}
        onClick={onLift}
      >
        Lift hold
      </Button>
    </Cell>
  </tr>
);

/** Whose payouts wait because the operator says so. */
export const Holds = () => {
  const { list, rows } = usePages<PayoutHoldRow>(addresses.holds);
  const [lifted, setLifted] = useState<PayoutHoldRow | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="holds">
      <chakra.h2 id="holds" fontSize="lg" fontWeight="600">
        On hold
      </chakra.h2>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4" maxW="prose">
        Who is on hold keeps earning, and is paid nothing until you lift it. You put creators on hold from a run’s
        lists.
      </Box>
      <ListStates list={list} count={rows?.length} noun="holds" nothing="Nobody’s payouts are on hold.">
        {rows && (
          <Table label="Creators on hold">
            <Heads columns={['Creator', 'Since', 'Reason, as the creator reads it']}>
              <Head scope="col">
                <chakra.span srOnly>Decision</chakra.span>
              </Head>
            </Heads>
            {rows.map((hold) => (
              <tbody key={hold.creator_id}>
                <Entry hold={hold} onLift={() => setLifted(hold)} />
              </tbody>
            ))}
          </Table>
        )}
      </ListStates>
      {lifted && <LiftDialog creator={lifted} onClose={() => setLifted(null)} placeWhenDone={() => place.current} />}
    </chakra.section>
  );
};
