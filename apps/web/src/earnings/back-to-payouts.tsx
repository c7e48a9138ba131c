import { ArrowLeft } from 'lucide-react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';

export const BackToPayouts = () => (
  <ButtonLink to={paths.creator.payouts} variant="ghost" px="2" ms="-2" mb="3" color="ink.muted">
    <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
    Payouts
  </ButtonLink>
);
