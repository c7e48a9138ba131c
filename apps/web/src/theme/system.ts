import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { scrollPaddingPx } from './header-size.ts';
import { dialog, drawer, menu, tabs } from './slot-recipes.ts';
import { keyframes, semanticTokens, tokens } from './tokens.ts';
import { highContrast } from './high-contrast.ts';

const globalCss = {
  html: {
    bg: 'paper',
    color: 'ink',
    textSizeAdjust: '100%',
    scrollbarGutter: 'stable',
    scrollPaddingTop: `${scrollPaddingPx}px`,
  },
  body: {
    fontFamily: 'body',
    fontSize: '16px',
    lineHeight: '1.5',
    bg: 'paper',
    color: 'ink',
    minHeight: '100dvh',
    // Names and titles may be one long word.
    overflowWrap: 'break-word',
    fontFeatureSettings: "'cv11', 'ss03'",
    WebkitFontSmoothing: 'antialiased',
  },
  'h1, h2, h3': { fontWeight: '500', textWrap: 'balance', overflowWrap: 'anywhere' },
  // Chakra's reset gives each element its own `overflow-wrap`.
  '*, *::before, *::after': { borderColor: 'hairline', overflowWrap: 'inherit' },
  ':focus-visible': { outline: '2px solid {colors.accent}', outlineOffset: '2px' },
  '::selection': { bg: 'accent', color: 'accent.contrast' },
  '::placeholder': { color: 'ink.muted', opacity: 1 },
  ...highContrast,
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      // Not merely short: every property without a transition of its own would lag behind by a frame or more.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
};

const config = defineConfig({
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    keyframes,
    recipes: {
      skeleton: {
        className: 'skeleton',
        base: {
          bg: 'hairline',
          borderRadius: 'control',
          animation: 'pulse 1.6s ease-in-out infinite',
          color: 'transparent',
        },
      },
    },
    slotRecipes: { dialog, drawer, menu, tabs },
  },
});

/** The product's theme: its own tokens, and only the recipes that are used. */
export const system = createSystem(defaultBaseConfig, config);
