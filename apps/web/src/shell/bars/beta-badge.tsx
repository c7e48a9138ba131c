import { useAtomValue } from 'jotai';
import { configAtom } from '../../ordering/public.ts';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';

/** Shown on the production host only, which the operator configures. */
export const BetaBadge = () => {
  const config = useAtomValue(configAtom);
  return config?.public_host === window.location.hostname ? <StatusBadge tone="accent">Beta</StatusBadge> : null;
};
