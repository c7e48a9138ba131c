import { Box, Flex } from '@chakra-ui/react';
import { ProgressBar } from '../../ui/layout/progress-bar.tsx';
import { percentOf } from './views.atoms.ts';
import type { ReplayRow } from '@tessera/contract/admin';

const secondMs = 1_000;
const count = (value: number) => Math.round(value).toLocaleString('en-US');

const durationOf = (replay: ReplayRow) => {
  const seconds = replay.finished_at ? (Date.parse(replay.finished_at) - Date.parse(replay.started_at)) / secondMs : 0;
  return `${seconds.toFixed(2)} s`;
};

/** The state of a replay as text. */
export const replayText = (replay: ReplayRow): string => {
  switch (replay.state) {
    case 'running':
      return `${percentOf(replay)}%: position ${count(replay.position)} of ${count(replay.head)}, ${count(replay.events_per_second)} events/s`;
    case 'switching':
      return `All ${count(replay.head)} events folded; the new view is taking its place…`;
    case 'done':
      return `Done in ${durationOf(replay)}, ${count(replay.events_per_second)} events/s`;
    case 'failed':
      return `Failed at position ${count(replay.position)}. The view in use is untouched; you can start again.`;
  }
};

const colors = { running: 'accent', switching: 'accent', done: 'positive', failed: 'trouble' } as const;

export const ReplayProgress = ({ view, replay }: { view: string; replay: ReplayRow }) => {
  const percent = replay.state === 'done' ? 100 : percentOf(replay);
  return (
    <Flex direction="column" gap="2" pb="1">
      <ProgressBar
        label={`Replay of ${view}`}
        percent={percent}
        tone={colors[replay.state]}
        words={replayText(replay)}
      />
      <Box fontSize="xs" color={replay.state === 'failed' ? 'trouble' : 'ink.muted'} fontVariantNumeric="tabular-nums">
        {replayText(replay)}
      </Box>
    </Flex>
  );
};
