import { defineKeyframes, defineSemanticTokens, defineTokens } from '@chakra-ui/react';

const px = (names: readonly number[]) => Object.fromEntries(names.map((name) => [name, { value: `${name * 4}px` }]));

/** A 4-point grid: `4` is 16 px. */
const grid = {
  px: { value: '1px' },
  ...px([
    0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 10.5, 11, 12, 13, 14, 16, 18, 20, 23, 24, 28, 32, 40, 48,
    56, 64,
  ]),
};

export const tokens = defineTokens({
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: '100%' },
    page: { value: '1280px' },
    prose: { value: '65ch' },
    sm: { value: '384px' },
    md: { value: '448px' },
    lg: { value: '512px' },
    xl: { value: '640px' },
    '2xl': { value: '768px' },
  },
  /** `sm` is for elements inside a control: its 8 px less the 4 px of padding. */
  radii: { sm: { value: '4px' }, control: { value: '8px' }, media: { value: '12px' }, full: { value: '9999px' } },
  fonts: {
    body: { value: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif" },
    heading: { value: "'Fraunces Variable', 'Fraunces Fallback', Georgia, serif" },
    display: { value: "'Fraunces Variable', 'Fraunces Fallback', Georgia, serif" },
    mono: { value: 'ui-monospace, SFMono-Regular, Menlo, monospace' },
  },
  fontSizes: {
    xs: { value: '12px' },
    sm: { value: '14px' },
    md: { value: '16px' },
    lg: { value: '18px' },
    xl: { value: '22px' },
    '2xl': { value: '28px' },
    '3xl': { value: '36px' },
    '4xl': { value: '48px' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
    bold: { value: '700' },
  },
  zIndex: { header: { value: 20 }, popover: { value: 1500 }, toast: { value: 1700 } },
  durations: { fast: { value: '120ms' }, moderate: { value: '180ms' } },
});

const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

export const semanticTokens = defineSemanticTokens({
  colors: {
    paper: pair('#FBFAF8', '#121110'),
    surface: pair('#FFFFFF', '#1B1A18'),
    sunken: pair('#F3F0EB', '#0C0B0A'),
    ink: { DEFAULT: pair('#191714', '#F2EFEA'), muted: pair('#655F56', '#A8A199') },
    hairline: { DEFAULT: pair('#E6E1D9', '#2F2C28'), strong: pair('#8A8378', '#77716A') },
    accent: {
      DEFAULT: pair('#2F4BE0', '#9AABFF'),
      strong: pair('#2239B5', '#B7C3FF'),
      contrast: pair('#FFFFFF', '#11142B'),
      tint: pair('#ECEFFE', '#1E2340'),
    },
    positive: { DEFAULT: pair('#17704A', '#74D6A5'), tint: pair('#E5F4EC', '#15291F') },
    waiting: { DEFAULT: pair('#855600', '#EDBD63'), tint: pair('#FBF0D9', '#2E2411') },
    trouble: { DEFAULT: pair('#B3261E', '#FF9C93'), tint: pair('#FCEBE9', '#351A18') },
    /** Goes over any picture in both themes; text on it is readable even if the picture is white. */
    veil: { DEFAULT: pair('rgba(18, 17, 16, 0.78)', 'rgba(18, 17, 16, 0.78)'), ink: pair('#FFFFFF', '#FFFFFF') },
    scrim: pair('rgba(25, 23, 20, 0.45)', 'rgba(0, 0, 0, 0.65)'),
  },
  shadows: {
    raised: pair('0 1px 2px rgba(25,23,20,.04), 0 8px 24px -8px rgba(25,23,20,.14)', '0 12px 32px -8px rgba(0,0,0,.7)'),
    overlay: pair('0 24px 64px -16px rgba(25,23,20,.32)', '0 24px 64px -16px rgba(0,0,0,.9)'),
  },
});

export const keyframes = defineKeyframes({
  'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
  'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
  'rise-in': { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
  'drop-in': { from: { opacity: 0, transform: 'translateY(-8px)' }, to: { opacity: 1, transform: 'none' } },
  'slide-in': { from: { transform: 'translateX(100%)' }, to: { transform: 'none' } },
  'slide-out': { from: { transform: 'none' }, to: { transform: 'translateX(100%)' } },
  pulse: { '50%': { opacity: 0.45 } },
  spin: { to: { transform: 'rotate(360deg)' } },
  'third-left': { to: { transform: 'translateX(-33.3333%)' } },
  'live-tint': { from: { backgroundColor: '{colors.accent.tint}' }, to: { backgroundColor: 'transparent' } },
});
