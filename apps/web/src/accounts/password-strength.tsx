import { Box } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { ProgressBar } from '../ui/layout/progress-bar.tsx';

/** Easily guessed to hard to guess, as zxcvbn counts. */
type Score = 0 | 1 | 2 | 3 | 4;

const words = {
  0: { label: 'Very weak', tone: 'trouble' },
  1: { label: 'Weak', tone: 'trouble' },
  2: { label: 'Fair', tone: 'waiting' },
  3: { label: 'Good', tone: 'positive' },
  4: { label: 'Strong', tone: 'positive' },
} as const;

let estimator: Promise<(password: string, own: string) => Score> | undefined;

/** Its word lists are large: they are loaded once someone types. */
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password: string, own: string) => zxcvbn.check(password, own.split(/[\s@._-]+/)).score;
};

interface PasswordStrengthProps {
  readonly password: string;
  /** The own names and address, which are the first that someone else would try. */
  readonly own: readonly string[];
}

/** How hard a password is to guess. */
export const PasswordStrength = ({ password, own }: PasswordStrengthProps) => {
  const [score, setScore] = useState<Score | null>(null);
  const ownWords = own.join(' ');
  useEffect(() => {
    let current = true;
    if (password === '') return undefined;
    void (estimator ??= loadEstimator()).then((estimate) => {
      if (current) setScore(estimate(password, ownWords));
    });
    return () => {
      current = false;
    };
  }, [password, ownWords]);
  if (score === null || password === '') return null;
  const { label, tone } = words[score];
  return (
    <Box display="grid" gap="1.5">
      <ProgressBar label="Password strength" percent={(score + 1) * 20} tone={tone} words={label} />
      <Box fontSize="sm" color="ink.muted" role="status">
        {label}
        {score < 3 && ': a few unrelated words are easier to remember and harder to guess.'}
      </Box>
    </Box>
  );
};
