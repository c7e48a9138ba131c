import { Box, chakra } from '@chakra-ui/react';
import { renditionFormats, renditionOf } from '@tessera/domain/content/media/renditions';
import { useCallback, useState } from 'react';
import { isInBucket } from './media-url.ts';

export const coverStyle = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'cover' } as const;

export interface Still {
  readonly alt: string;
  /** A tiny blurred picture as a data URL, shown until the media is there. */
  readonly placeholder?: string;
  /** In pixels: the widths at which the preview lies as AVIF and WebP too. */
  readonly widths?: readonly number[];
  /** How wide it is shown, in the words of the `sizes` attribute. */
  readonly sizes?: string;
  /** Of the whole preview, in pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Stands in a picture's place until that is there. `picture` is a data URL of a few pixels. */
export const Placeholder = ({ picture, gone = false }: { picture: string; gone?: boolean }) => (
  <Box
    aria-hidden
    position="absolute"
    // Beyond the edges, where a blur would let the ground shine through.
    inset="-24px"
    bgSize="cover"
    backgroundPosition="center"
    filter="blur(12px)"
    // Once the picture has faded in, it must not shine through a transparent one.
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

/** A picture that fills its frame, or is in it whole: the smallest rendition that is sharp there, and the preview itself without any. */
export const MediaStill = (props: MediaStillProps) => {
  const { address, alt, placeholder, widths = [], sizes = '320px', width, height, whole = false, onFailed } = props;
  const [shown, setShown] = useState(false);
  const [withRenditions, setWithRenditions] = useState(widths.length > 0 && isInBucket(address));
  const lookWhetherShown = useCallback((picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth > 0) setShown(true);
  }, []);
  // One that was published before renditions were kept has only the preview itself.
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
          ref={lookWhetherShown}
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
