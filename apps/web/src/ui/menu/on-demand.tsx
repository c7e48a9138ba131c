import { Suspense, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import type { ButtonProps } from '../controls/button.tsx';

interface OnDemandProps {
  /** The button that opens it. */
  readonly trigger: ButtonProps;
  /** Renders a component that is loaded on the first press; it shows the same button, and is open from the start. */
  readonly opened: (trigger: ReactElement) => ReactNode;
}

/** A button whose menu or sheet is loaded only when it is pressed, as most visits never need that code. */
export const OnDemand = ({ trigger, opened }: OnDemandProps) => {
  const [isOpened, setIsOpened] = useState(false);
  const button = <Button variant="ghost" size="icon" {...trigger} />;
  if (!isOpened) return <Button variant="ghost" size="icon" {...trigger} onClick={() => setIsOpened(true)} />;
  return <Suspense fallback={button}>{opened(button)}</Suspense>;
};
