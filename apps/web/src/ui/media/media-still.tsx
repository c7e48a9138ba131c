import { Box, chakra } from '@chakra-ui/react';
import { renditionFormats, renditionOf } from '@tessera/domain/content/media/renditions';
import { useCallback, useState } from 'react';
import { isInBucket } from './media-url.ts';

export const coverStyle = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'cover' } as const;

export interface Still {
  readonly alt: string;
  /** A tiny blurred picture as a data URL, shown until the media has loaded. */
  readonly placeholder?: string;
  /** The widths, in pixels, in which the preview is also stored as AVIF and WebP. */
  readonly widths?: readonly number[];
  /** How wide it is displayed, as the value of the `sizes` attribute. */
  readonly sizes?: string;
  /** The size of the whole preview, in pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Shown until a picture has loaded. `picture` is a data URL of a few pixels. */
export const Placeholder = ({ picture, gone = false }: { picture: string; gone?: boolean }) => (
  <Box
    aria-hidden
    position="absolute"
    // Extends beyond the edges, where the blur would let the background show through.
    inset="-24px"
    bgSize="cover"
    backgroundPosition="center"
    filter="blur(12px)"
    // Hidden once the picture has faded in, or it would show through a transparent one.
    transition="visibility 0ms 180ms"
    visibility={gone ? 'hidden' : 'visible'}
    style={{ backgroundImage: `url("${picture}")` }}
  />
);

interface MediaStillProps extends Still {
  readonly address: string;
  readonly whole?: boolean;
  readonly onFailed: () => void;
}

/**
 * A picture that fills its frame, or fits into it as a `whole`. The browser chooses the smallest rendition that is sharp
 * enough; if there are none, the preview itself is shown.
 */
export const MediaStill = (props: MediaStillProps) => {
  const { address, alt, placeholder, widths = [], sizes = '320px', width, height, whole = false, onFailed } = props;
  const [shown, setShown] = useState(false);
  const [withRenditions, setWithRenditions] = useState(widths.length > 0 && isInBucket(address));
  const showIfLoaded = useCallback((picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth > 0) setShown(true);
  }, []);
  // Items published before renditions existed have only the preview itself.
  const failed = () => (withRenditions ? setWithRenditions(false) : onFailed());
  return (
    <>
      {placeholder && <Placeholder picture={placeholder} gone={shown} />}
      <picture>
        {withRenditions &&
          renditionFormats.map((format) => (
            <source
              key={format}
              type={`image/${format}`}
              sizes={sizes}
              srcSet={widths.map((width) => `${renditionOf(address, width, format)} ${width}w`).join(', ')}
            />
          ))}
        <chakra.img
          {...coverStyle}
          objectFit={whole ? 'contain' : 'cover'}
          ref={showIfLoaded}
          src={address}
          alt={alt}
          htmlWidth={width}
          htmlHeight={height}
          loading="lazy"
          decoding="async"
          opacity={shown ? 1 : 0}
          transition="opacity 160ms ease-out"
          onLoad={() => setShown(true)}
          onError={failed}
        />
      </picture>
    </>
  );
};
