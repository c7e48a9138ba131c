import type { AdminTasks } from '@tessera/contract/admin';
import { taskCountMax } from '@tessera/domain/admin/counts';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { CircleCheck, RefreshCcw, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { LinkRow } from '../../ui/controls/link-row.tsx';
import { Day } from '../../ui/facts/times.tsx';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { adminPages } from '../admin-pages.ts';
import { viewStatusesAtom } from '../views/views.atoms.ts';
import { useTasks } from './tasks.atoms.ts';
import type { Queue } from './tasks.atoms.ts';

/** What one task of each kind is called. */
const taskWords: Readonly<Record<Queue, string>> = {
  refunds: 'refund request',
  returned_refunds: 'returned refund',
  disputes: 'open dispute',
  reports: 'open report',
  referrals: 'held referral',
  payouts: 'creator to pay by a day close by',
};

const titleOf = (count: number, word: string) => `${plural(count, word)}${count < taskCountMax ? '' : ' or more'}`;

const Mark = ({ icon: Icon, color }: { icon: LucideIcon; color: string }) => (
  <Box color={color} flexShrink="0">
    <Icon size={22} strokeWidth={1.5} aria-hidden />
  </Box>
);

const Rows = ({ tasks, parked }: { tasks: AdminTasks; parked: number }) => {
  const rows = adminPages.flatMap(({ to, icon, queue }) => {
    if (!queue || tasks[queue].count === 0) return [];
    const { count, since } = tasks[queue];
    const text = since && (
      <>
        Waiting since <Day instant={since} />
      </>
    );
    const mark = <Mark icon={icon} color="accent" />;
    return [<LinkRow key={queue} to={to} mark={mark} title={titleOf(count, taskWords[queue])} text={text} />];
  });
  const { count: returned } = tasks.returned_refunds;
  if (rows.length === 0 && parked === 0 && returned === 0)
    return (
      <Flex align="center" gap="3" py="3" color="ink.muted">
        <Mark icon={CircleCheck} color="positive" />
        Nothing is waiting. New requests appear here as they come in.
      </Flex>
    );
  return (
    <chakra.ul listStyleType="none">
      {rows}
      {returned > 0 && (
        <LinkRow
          to={`${paths.admin.refunds}?status=returned`}
          mark={<Mark icon={Undo2} color="trouble" />}
          title={titleOf(returned, taskWords.returned_refunds)}
          text="The bank sent the money back, and the brand is still owed it"
        />
      )}
      {parked > 0 && (
        <LinkRow
          to={paths.admin.views}
          mark={<Mark icon={RefreshCcw} color="trouble" />}
          title={plural(parked, 'parked event')}
          text="Missing from some views until you retry them"
        />
      )}
    </chakra.ul>
  );
};

const Loaded = () => {
  const { data: tasks, isError } = useTasks();
  const parked = useAtomValue(viewStatusesAtom)?.reduce((sum, view) => sum + view.parked, 0) ?? 0;
  if (tasks) return <Rows tasks={tasks} parked={parked} />;
  if (!isError) return <Skeleton h="46px" role="status" aria-label="Loading what’s waiting" />;
  return (
    <Box role="alert" color="trouble">
      What’s waiting could not be loaded. Please reload the page.
    </Box>
  );
};

/** Everything that waits for the operator, each with a link to where it is decided. */
export const TaskList = () => (
  <Panel aria-labelledby="tasks">
    <Heading id="tasks" mb="1">
      Waiting for you
    </Heading>
    <Loaded />
  </Panel>
);
