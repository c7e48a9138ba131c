import { Box } from '@chakra-ui/react';

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly tone: 'accent' | 'positive' | 'waiting' | 'trouble';
  /** What a screen reader says instead of the percentage. */
  readonly words?: string;
}

export const ProgressBar = ({ label, percent, tone, words }: ProgressBarProps) => (
  <Box
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={words}
    h="1.5"
    bg="hairline"
    borderRadius="full"
    overflow="hidden"
  >
    <Box
      h="full"
      w="full"
      transformOrigin="left"
      bg={tone}
      transition="transform 180ms ease-out"
      style={{ transform: `scaleX(${percent / 100})` }}
    />
  </Box>
);
