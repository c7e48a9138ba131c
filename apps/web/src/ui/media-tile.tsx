import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { mediaUrl } from '../kernel/media-url.ts';

export interface MediaTileProps {
  /** As stored: path, list, data URL or absolute address. */
  readonly media: string;
  readonly type: 'image' | 'video';
  readonly alt: string;
  /** A tiny blurred picture as a data URL, shown until the media is there. */
  readonly placeholder?: string;
  readonly ratio?: string;
}

const words = { image: 'Image unavailable', video: 'Video unavailable' } as const;
const covering = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'cover' } as const;

/** A film may be shown by a still of it, until there is a preview that moves. */
const isStill = (address: string) => /^data:image\/|\.(avif|gif|jpe?g|png|webp)$/i.test(address);

/** A picture or a film at a fixed ratio, so that nothing jumps. A film plays muted while pointed at or focused. */
export const MediaTile = ({ media, type, alt, placeholder, ratio = '4 / 3' }: MediaTileProps) => {
  const address = mediaUrl(media);
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const failed = () => setFailedAddress(address);
  const missing = !address || failedAddress === address;
  return (
    <Box
      position="relative"
      aspectRatio={ratio}
      overflow="hidden"
      bg="sunken"
      borderRadius="media"
      bgSize="cover"
      backgroundPosition="center"
      style={placeholder && !missing ? { backgroundImage: `url("${placeholder}")` } : {}}
    >
      {missing ? (
        <Box
          position="absolute"
          inset={0}
          display="grid"
          placeItems="center"
          color="ink.muted"
          fontSize="xs"
          p="1"
          textAlign="center"
        >
          {address ? (words[type] ?? 'Media unavailable') : 'No preview yet'}
        </Box>
      ) : type === 'video' && !isStill(address) ? (
        <chakra.video
          {...covering}
          key={address}
          src={address}
          aria-label={alt}
          muted
          loop
          playsInline
          preload="metadata"
          onError={failed}
          onPointerEnter={(event) => void event.currentTarget.play().catch(() => undefined)}
          onPointerLeave={(event) => {
            event.currentTarget.pause();
            event.currentTarget.currentTime = 0;
          }}
        />
      ) : (
        <chakra.img {...covering} src={address} alt={alt} loading="lazy" decoding="async" onError={failed} />
      )}
    </Box>
  );
};
