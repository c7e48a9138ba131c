import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { MarketItem } from '../offers.ts';
import { useIsOwn } from '../use-is-own.ts';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const ReportDialog = lazyPart(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** The button to report an item. Its creator doesn't see it, and samples don't have it. */
export const ReportItem = ({ item }: { item: MarketItem }) => {
  const [isOpen, setIsOpen] = useState(false);
  const isOwner = useIsOwn(item);
  if (item.sample || isOwner) return null;
  return (
    <>
      <Button
        variant="ghost"
        px="3"
        ms="-3"
        justifySelf="start"
        color="ink.muted"
        fontWeight="500"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Flag size={16} strokeWidth={1.5} aria-hidden />
        Report this item
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog item={item} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
