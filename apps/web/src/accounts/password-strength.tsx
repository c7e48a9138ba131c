import { Box } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { loadWithRetry } from '../kernel/load-with-retry.ts';
import { ProgressBar } from '../ui/layout/progress-bar.tsx';

/** zxcvbn's score, from easy to hard to guess. */
type Score = 0 | 1 | 2 | 3 | 4;

const words = {
  0: { label: 'Very weak', tone: 'trouble' },
  1: { label: 'Weak', tone: 'trouble' },
  2: { label: 'Fair', tone: 'waiting' },
  3: { label: 'Good', tone: 'positive' },
  4: { label: 'Strong', tone: 'positive' },
} as const;

let estimator: Promise<(password: string, own: string) => Score> | undefined;

/** Loaded when the user starts typing, because the word lists are large. */
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
  /** The user's names and email address, which an attacker would try first. */
  readonly own: readonly string[];
}

/** Shows how hard a password is to guess. */
export const PasswordStrength = ({ password, own }: PasswordStrengthProps) => {
  const [score, setScore] = useState<Score | null>(null);
  const ownWords = own.join(' ');
  useEffect(() => {
    let current = true;
    if (password === '') return undefined;
    void (estimator ??= loadWithRetry(loadEstimator)).then((estimate) => {
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
