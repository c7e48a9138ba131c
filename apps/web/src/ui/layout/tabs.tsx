import { chakra, useSlotRecipe } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import { createContext, use, useId, useState } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';

interface Choice {
  readonly id: string;
  readonly selected: string;
  readonly select: (value: string) => void;
  readonly unmountOnExit: boolean;
  readonly styles: ReturnType<ReturnType<typeof useSlotRecipe>>;
}

const Chosen = createContext<Choice | null>(null);

const useChoice = () => {
  const choice = use(Chosen);
  if (!choice) throw new Error('A part of Tabs must be inside Tabs.Root.');
  return choice;
};

interface RootProps extends Omit<HTMLChakraProps<'div'>, 'defaultValue'> {
  /** Set if the page keeps the selected tab itself, such as in its address. */
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onValueChange?: (change: { readonly value: string }) => void;
  readonly variant?: 'line' | 'enclosed';
  /** Unmounts a panel when another one is selected. In any case a panel is first mounted when it is selected. */
  readonly unmountOnExit?: boolean;
}

const Root = ({
  value,
  defaultValue = '',
  onValueChange,
  variant = 'line',
  unmountOnExit = false,
  ...place
}: RootProps) => {
  const id = useId();
  const [own, setOwn] = useState(defaultValue);
  const styles = useSlotRecipe({ key: 'tabs' })({ variant });
  const selected = value ?? own;
  const select = (next: string) => {
    if (next === selected) return;
    setOwn(next);
    onValueChange?.({ value: next });
  };
  return (
    <Chosen value={{ id, selected, select, unmountOnExit, styles }}>
      <chakra.div {...place} />
    </Chosen>
  );
};

const stepOf: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_place, count) => count - 1,
};

/** The arrow keys select a tab; only the selected tab can be reached with the Tab key. */
const move = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const place = tabs.findIndex((tab) => tab === event.target);
  const next = stepOf[event.key]?.(place, tabs.length);
  if (next === undefined || place < 0) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
};

const List = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div role="tablist" aria-orientation="horizontal" css={useChoice().styles['list']} onKeyDown={move}>
    {children}
  </chakra.div>
);

const Trigger = ({ value, ...tab }: ComponentProps<'button'> & { readonly value: string }) => {
  const { id, selected, select, styles } = useChoice();
  const isSelected = value === selected;
  return (
    <chakra.button
      type="button"
      role="tab"
      id={`${id}-tab-${value}`}
      aria-selected={isSelected}
      aria-controls={isSelected ? `${id}-panel-${value}` : undefined}
      tabIndex={isSelected ? 0 : -1}
      css={styles['trigger']}
      onClick={() => select(value)}
      {...tab}
    />
  );
};

const Content = ({ value, children }: { readonly value: string; readonly children: ReactNode }) => {
  const { id, selected, unmountOnExit, styles } = useChoice();
  const isSelected = value === selected;
  const [wasSelected, setWasSelected] = useState(isSelected);
  if (isSelected && !wasSelected) setWasSelected(true);
  if (!isSelected && (unmountOnExit || !wasSelected)) return null;
  return (
    <chakra.div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      tabIndex={0}
      hidden={!isSelected}
      css={styles['content']}
    >
      {children}
    </chakra.div>
  );
};

/** Panels of which one is shown. Hand-written, because a library's state machine would be more code than they need. */
export const Tabs = { Root, List, Trigger, Content };
