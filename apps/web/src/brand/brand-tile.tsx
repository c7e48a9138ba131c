import { Box, chakra } from '@chakra-ui/react';
import type { BoxProps } from '@chakra-ui/react';
import { useState } from 'react';

export const brandTileWidth = '160px';
export const brandTileHeight = '88px';

const placeholderSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 48"><g fill="#8A8378"><rect x="31" y="7" width="16" height="16" rx="3"/><rect x="49" y="7" width="16" height="16" rx="3" fill-opacity=".45"/><rect x="31" y="25" width="16" height="16" rx="3" fill-opacity=".45"/><rect x="49" y="25" width="16" height="16" rx="3"/></g></svg>';
const placeholderLogo = `data:image/svg+xml,${encodeURIComponent(placeholderSvg)}`;

/** Logos are drawn for light grounds, so theirs stays light in the dark theme too. */
export const logoBackground = { base: '#FFFFFF', _dark: '#E9E5DE' };

/**
 * Of what holds a logo: one cell, exactly as large as its room. A row that took its height from the picture would let a
 * logo that is not as wide as the room grow beyond it, and be cut.
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

/** A logo; the placeholder where it can't be shown. `onSize` learns of its pixels. */
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
  /** The address of the logo, empty for one that can't be shown; null where there is none, and the name stands. */
  readonly logo: string | null;
}

/** A brand as it stands on the home page. */
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
