import { Suspense, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import type { ButtonProps } from '../controls/button.tsx';

interface OnDemandProps {
  /** The button that opens it. */
  readonly trigger: ButtonProps;
  /** A component that is loaded at the first press; it shows the same button and is open when it appears. */
  readonly opened: (trigger: ReactElement) => ReactNode;
}

/** What a button opens is code that most visits never need: it is loaded when the button is pressed. */
export const OnDemand = ({ trigger, opened }: OnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const button = <Button variant="ghost" size="icon" {...trigger} />;
  if (!wanted) return <Button variant="ghost" size="icon" {...trigger} onClick={() => setWanted(true)} />;
  return <Suspense fallback={button}>{opened(button)}</Suspense>;
};
