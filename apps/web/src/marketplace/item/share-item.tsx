import { Share2 } from 'lucide-react';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { MarketItem } from '../offers.ts';

const isTouchDevice = () => window.matchMedia('(hover: none)').matches;

/** Opens the share sheet on a phone; elsewhere copies the link. */
const share = async ({ id, title }: MarketItem) => {
  const url = `${window.location.origin}${paths.item(encodeURIComponent(id))}`;
  try {
    if (isTouchDevice() && 'share' in navigator) {
      await navigator.share({ title, url });
    } else {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied', url);
    }
  } catch (error) {
    // The share sheet was closed: not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error('Failed to copy', `Please copy it yourself: ${url}`);
  }
};

export const ShareItem = ({ item }: { item: MarketItem }) => (
  <Button variant="ghost" px="3" onClick={() => void share(item)}>
    <Share2 size={16} strokeWidth={1.5} aria-hidden />
    Share
  </Button>
);
