import { Suspense, useState } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { ButtonProps } from '../../ui/controls/button.tsx';

interface OnDemandProps {
  /** The button that opens it. */
  readonly trigger: ButtonProps;
  /** Loaded at the first press; it shows the same button and is open when it appears. */
  readonly Opened: ComponentType<{ trigger: ReactElement }>;
}

/** What a button opens is code that most visits never need: it is loaded when the button is pressed. */
export const OnDemand = ({ trigger, Opened }: OnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const button = <Button variant="ghost" size="icon" {...trigger} />;
  if (!wanted) return <Button variant="ghost" size="icon" {...trigger} onClick={() => setWanted(true)} />;
  return (
    <Suspense fallback={button}>
      <Opened trigger={button} />
    </Suspense>
  );
};
