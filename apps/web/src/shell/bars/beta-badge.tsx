import { useAtomValue } from 'jotai';
import { configAtom } from '../../ordering/public.ts';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';

/** Stands on the production host alone, which the operator names. */
export const BetaBadge = () => {
  const config = useAtomValue(configAtom);
  return config?.public_host === window.location.hostname ? <StatusBadge tone="accent">Beta</StatusBadge> : null;
};
