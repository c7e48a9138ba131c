import { Box, chakra } from '@chakra-ui/react';
import type { BoxProps } from '@chakra-ui/react';
import { useState } from 'react';

export const brandTileWidth = '160px';
export const brandTileHeight = '88px';

const placeholderSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 48"><g fill="#8A8378"><rect x="31" y="7" width="16" height="16" rx="3"/><rect x="49" y="7" width="16" height="16" rx="3" fill-opacity=".45"/><rect x="31" y="25" width="16" height="16" rx="3" fill-opacity=".45"/><rect x="49" y="25" width="16" height="16" rx="3"/></g></svg>';
const placeholderLogo = `data:image/svg+xml,${encodeURIComponent(placeholderSvg)}`;

/** Logos are designed for light backgrounds, so theirs stays light in the dark theme. */
export const logoBackground = { base: '#FFFFFF', _dark: '#E9E5DE' };

/**
 * The styles of an element that contains a logo: a single grid cell of exactly its size. If the row took its height from
 * the picture, a logo with a narrower aspect ratio than the element would outgrow it and be clipped.
 */
export const logoBox = {
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  placeItems: 'center',
} as const;

interface LogoProps {
  readonly name: string;
  readonly address: string;
  readonly onSize?: (width: number, height: number) => void;
}

/** A logo, or a placeholder if it can't be shown. `onSize` receives its size in pixels. */
export const Logo = ({ name, address, onSize }: LogoProps) => {
  const [failed, setFailed] = useState(false);
  return (
    <chakra.img
      src={failed || !address ? placeholderLogo : address}
      alt={name}
      title={name}
      maxW="full"
      h="full"
      w="full"
      objectFit="contain"
      onError={() => setFailed(true)}
      onLoad={({ currentTarget }) => !failed && onSize?.(currentTarget.naturalWidth, currentTarget.naturalHeight)}
    />
  );
};

interface BrandTileProps extends BoxProps {
  readonly name: string;
  /** The address of the logo; empty if it can't be shown, null if there is none and the name is shown instead. */
  readonly logo: string | null;
}

/** A brand's tile on the home page. */
export const BrandTile = ({ name, logo, ...props }: BrandTileProps) => (
  <Box
    data-testid="brand-tile"
    flexShrink={0}
    w={brandTileWidth}
    h={brandTileHeight}
    {...logoBox}
    px="4"
    py="4"
    overflow="hidden"
    borderWidth="1px"
    borderColor="hairline"
    borderRadius="media"
    bg={logo === null ? 'surface' : logoBackground}
    {...props}
  >
    {logo === null ? (
      <chakra.span
        fontFamily="display"
        fontSize="md"
        lineHeight="1.2"
        textAlign="center"
        lineClamp="2"
        overflowWrap="anywhere"
      >
        {name}
      </chakra.span>
    ) : (
      <Logo key={logo} name={name} address={logo} />
    )}
  </Box>
);
