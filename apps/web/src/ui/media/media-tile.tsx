import { Box } from '@chakra-ui/react';
import { renditionWidths } from '@tessera/domain/content/media/renditions';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl } from './media-url.ts';
import { MediaClip } from './media-clip.tsx';
import { MediaStill } from './media-still.tsx';
import type { Still } from './media-still.tsx';

export interface MediaTileProps extends Still {
  /** As stored: a path, a JSON list, a data URL or an absolute address. */
  readonly media: string;
  readonly type: 'image' | 'video';
  /** The stored address of its clip. */
  readonly clip?: string | null;
  readonly ratio?: string;
  /** Shows the whole picture in its own proportions, instead of cropping it to fill the tile. */
  readonly whole?: boolean;
  /** Placed over the media, such as a link, but below the control of a clip. */
  readonly over?: ReactNode;
}

/** What rows with media have in common. */
interface MediaRow {
  readonly media_url: string;
  readonly media_type: MediaTileProps['type'];
  readonly media_width: number;
  readonly media_height: number;
  readonly media_widths: readonly number[];
  readonly placeholder: string;
}

/** The props of a tile that shows such a row, without its clip. */
export const mediaOf = (item: MediaRow) => ({
  media: item.media_url,
  type: item.media_type,
  placeholder: item.placeholder,
  widths: item.media_widths,
  width: item.media_width,
  height: item.media_height,
});

/** For a small tile when only the path is known. If there is no such rendition, the preview is shown. */
export const thumbnailWidths = [renditionWidths[0]];

const unavailable = { image: 'Image unavailable', video: 'Video unavailable' } as const;

/** Whether a video is represented by a still picture, as long as it has no moving preview. */
const isStill = (address: string) => /^data:image\/|\.(avif|gif|jpe?g|png|webp)([?#].*)?$/i.test(address);

const Missing = ({ children }: { children: string }) => (
  <Box
    position="absolute"
    inset={0}
    display="grid"
    alignContent="center"
    justifyItems="center"
    gap="2"
    p="1"
    color="ink.muted"
    fontSize="xs"
    lineHeight="1.3"
    textAlign="center"
    css={{ '& > svg': { display: 'none', '@container (min-width: 160px)': { display: 'block' } } }}
  >
    <ImageOff size={20} strokeWidth={1.5} aria-hidden />
    {children}
  </Box>
);

/** A picture or video at a fixed aspect ratio, so that the layout doesn't shift. */
export const MediaTile = ({
  media,
  type,
  clip = null,
  ratio = '4 / 3',
  whole = false,
  over,
  ...still
}: MediaTileProps) => {
  const address = mediaUrl(media);
  const clipAddress = mediaUrl(clip);
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const failed = () => setFailedAddress(address);
  const showsStill = type !== 'video' || (address !== null && isStill(address));
  const played = showsStill ? clipAddress : address;
  const isAvailable = address !== null && failedAddress !== address;
  return (
    <Box
      position="relative"
      isolation="isolate"
      aspectRatio={ratio}
      overflow="hidden"
      bg="sunken"
      borderRadius="media"
      containerType="inline-size"
    >
      {!media.trim() && <Missing>No preview yet</Missing>}
      {media.trim() && !isAvailable && <Missing>{unavailable[type] ?? 'Media unavailable'}</Missing>}
      {isAvailable && showsStill && (
        <MediaStill key={address} {...still} whole={whole} address={address} onFailed={failed} />
      )}
      {isAvailable && played && (
        <MediaClip
          key={played}
          address={played}
          name={still.alt}
          whole={whole}
          over={over}
          {...(!showsStill && { alone: true, onFailed: failed })}
        />
      )}
      {(!isAvailable || !played) && over}
    </Box>
  );
};
