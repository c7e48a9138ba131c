import { Box, chakra } from '@chakra-ui/react';
import type { LeftOutRow, PayoutRunDetails } from '@tessera/contract/payout-runs';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Money } from '../../../ui/facts/money.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { Cell, Head, Heads, Table } from '../../../ui/table/table.tsx';
import { ListStates } from '../../list-states.tsx';
import { HoldDialog, LiftDialog } from '../hold-dialogs.tsx';
import { addresses, usePages } from '../payouts.atoms.ts';
import { Creator, nameOf } from '../rows.tsx';

const Entry = ({ row, onAsk }: { row: LeftOutRow; onAsk: () => void }) => {
  const action = row.on_hold ? 'Lift hold' : 'Hold';
  return (
    <tr>
      <Cell as="th" scope="row" fontWeight="400" textAlign="start">
        <Creator name={row.creator_name} id={row.creator_id} />
        {row.on_hold && (
          <Box mt="1">
            <StatusBadge tone="waiting">On hold</StatusBadge>
          </Box>
        )}
      </Cell>
      <Cell data-label="Why" maxW="xl">
        <Box textAlign="start">
          <Box fontWeight="500">{row.title}</Box>
          <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
            {row.message}
          </Box>
        </Box>
      </Cell>
      <Cell data-label="Available then" numeric fontWeight="500">
        <Money cents={row.available_cents} />
      </Cell>
      <Cell data-part="action" textAlign={{ md: 'end' }}>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`${action}: payouts to ${nameOf(row.creator_name)}`}
          onClick={onAsk}
        >
          {action}
        </Button>
      </Cell>
    </tr>
  );
};

/** Who had a balance and isn't paid by the run, each with the one reason that the creator reads. */
export const LeftOut = ({ run }: { run: PayoutRunDetails }) => {
  const { list, rows } = usePages<LeftOutRow>(addresses.leftOutOf(run.id));
  const [asked, setAsked] = useState<LeftOutRow | null>(null);
  const place = useRef<HTMLElement>(null);
  const dialog = { onClose: () => setAsked(null), placeWhenDone: () => place.current };
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="left-out">
      <chakra.h2 id="left-out" fontSize="lg" fontWeight="600">
        Left out ({run.left_out.toLocaleString('en-US')})
      </chakra.h2>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4">
        Each with one reason, in the words that the creator reads.
      </Box>
      <ListStates list={list} count={rows?.length} noun="left-out creators" nothing="Nobody was left out.">
        {rows && (
          <Table label="Who was left out">
            <Heads columns={['Creator', 'Why']} numeric={['Available then']}>
              <Head scope="col">
                <chakra.span srOnly>What to do</chakra.span>
              </Head>
            </Heads>
            {rows.map((row) => (
              <tbody key={row.creator_id}>
                <Entry row={row} onAsk={() => setAsked(row)} />
              </tbody>
            ))}
          </Table>
        )}
      </ListStates>
      {asked &&
        (asked.on_hold ? <LiftDialog creator={asked} {...dialog} /> : <HoldDialog creator={asked} {...dialog} />)}
    </chakra.section>
  );
};
