import { toast } from '../../kernel/toast.tsx';
import { mediaUrl } from '../../ui/media/media-url.ts';
import type { MarketItem } from '../offers.ts';

/** Whether the item can be zoomed: a picture of known size can; a video plays in its place. */
export const canZoom = ({ media_type, media_url, media_width, media_height }: MarketItem): boolean =>
  media_type === 'image' && mediaUrl(media_url) !== null && media_width > 0 && media_height > 0;

/** Padding around the whole picture, in pixels. */
const barHeight = 60;
const edge = 16;

/** Shows the whole preview over the page, with a library that is loaded on first use. */
export const zoomInto = async (item: MarketItem): Promise<void> => {
  try {
    const [{ default: PhotoSwipe }] = await Promise.all([import('photoswipe'), import('photoswipe/style.css')]);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const zoomed = new PhotoSwipe({
      dataSource: [
        { src: mediaUrl(item.media_url) ?? '', width: item.media_width, height: item.media_height, alt: item.title },
      ],
      bgOpacity: 0.94,
      // Keeps the buttons off the picture until it is enlarged.
      padding: { top: barHeight, bottom: edge, left: edge, right: edge },
      counter: false,
      arrowPrev: false,
      arrowNext: false,
      wheelToZoom: true,
      showHideAnimationType: isStill ? 'none' : 'fade',
      ...(isStill && { zoomAnimationDuration: false }),
      closeTitle: 'Close',
      zoomTitle: 'Zoom',
      errorMsg: 'Image unavailable',
    });
    zoomed.init();
    zoomed.element?.setAttribute('aria-label', item.title);
  } catch {
    toast.error('Zoom unavailable', 'Check your connection and try again.');
  }
};
