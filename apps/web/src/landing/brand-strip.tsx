import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import type { HomepageBrand } from '@tessera/domain/accounts/profile/homepage-brands.view';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../ui/media/media-url.ts';
import { BrandTile } from '../brand/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { useHomepageBrands } from './homepage-brands.ts';

const repeats = 3;
const loopSeconds = 30;
/** Extends far above the window, so that a strip that was scrolled past counts as seen too. */
const rootMargin = '100000px 0px 0px';

/** One third of the strip. */
const Row = ({ brands, copy }: { brands: readonly HomepageBrand[]; copy: boolean }) => (
  <chakra.ul
    aria-hidden={copy || undefined}
    aria-label={copy ? undefined : 'Brands'}
    listStyleType="none"
    display="flex"
    flex="1 0 auto"
    justifyContent="space-around"
    gap="4"
    pe="4"
    _motionReduce={{ ...(copy && { display: 'none' }), justifyContent: 'flex-start' }}
  >
    {brands.map((brand) => (
      <BrandTile
        key={brand.id}
        as="li"
        name={brand.brand_name}
        logo={brand.logo_url && (mediaUrl(brand.logo_url) ?? '')}
      />
    ))}
  </chakra.ul>
);

/** Three copies of the same row of brands, which move by the width of one row in 30 s. */
const Strip = ({ brands }: { brands: readonly HomepageBrand[] }) => {
  const [paused, setPaused] = useState(false);
  const Icon = paused ? Play : Pause;
  return (
    <chakra.section aria-labelledby="brands" borderTopWidth="1px" borderColor="hairline" py={{ base: '10', md: '14' }}>
      <Box
        mx="auto"
        maxW="page"
        px={{ base: '4', md: '8' }}
        mb="6"
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="4"
      >
        <chakra.h2
          id="brands"
          fontFamily="display"
          fontSize={{ base: 'xl', md: '2xl' }}
          letterSpacing="-0.015em"
          fontWeight="400"
        >
          Brands Looking for Content
        </chakra.h2>
        <Button
          variant="ghost"
          size="sm"
          color="ink.muted"
          minW="24"
          onClick={() => setPaused(!paused)}
          _motionReduce={{ display: 'none' }}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {paused ? 'Play' : 'Pause'}
          <VisuallyHidden>the moving brands</VisuallyHidden>
        </Button>
      </Box>
      {/* Focusable: the focus pauses the strip and, with reduced motion, the arrow keys scroll it. */}
      <Box
        role="group"
        aria-labelledby="brands"
        tabIndex={0}
        overflow="hidden"
        maskImage="linear-gradient(90deg, transparent, #000 6%, #000 94%, transparent)"
        css={{ '&:hover > *, &:focus-visible > *': { animationPlayState: 'paused' } }}
        _focusVisible={{ outlineOffset: '-2px', maskImage: 'none' }}
        _motionReduce={{
          overflowX: 'auto',
          maskImage: 'none',
          ps: { base: '4', md: 'calc(max(0px, (100% - 1280px) / 2) + 32px)' },
        }}
      >
        {/* Each third is at least as wide as the window, so that there is no gap when the loop restarts with few brands. */}
        <Box
          data-testid="brand-strip"
          display="flex"
          w="max-content"
          minW="300%"
          animation={`third-left ${loopSeconds}s linear infinite`}
          style={paused ? { animationPlayState: 'paused' } : {}}
          _motionReduce={{ animation: 'none', minW: 0 }}
        >
          {Array.from({ length: repeats }, (_unused, repeat) => (
            <Row key={repeat} brands={brands} copy={repeat > 0} />
          ))}
        </Box>
      </Box>
    </chakra.section>
  );
};

/** The brands that have opted in; nothing is rendered if there are none. */
export const BrandStrip = () => {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const onIntersect = (entries: readonly IntersectionObserverEntry[]) =>
      entries.at(-1)?.isIntersecting && setSeen(true);
    const observer = new IntersectionObserver(onIntersect, { rootMargin });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const brands = useHomepageBrands(seen);
  return <div ref={place}>{brands.length > 0 && <Strip brands={brands} />}</div>;
};
