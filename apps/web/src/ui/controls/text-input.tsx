import { chakra } from '@chakra-ui/react';

const control = {
  w: 'full',
  minH: '11',
  px: '3.5',
  bg: 'surface',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'hairline.strong',
  borderRadius: 'control',
  // Below 16 px, iOS zooms the page when a field gets the focus.
  fontSize: '16px',
  lineHeight: '1.4',
  transition: 'border-color 120ms ease-out',
  _hover: { borderColor: 'ink' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '0', borderColor: 'accent' },
  _disabled: { opacity: 0.6, cursor: 'not-allowed' },
  '&[aria-invalid=true]': { borderColor: 'trouble', _hover: { borderColor: 'trouble' } },
} as const;

export const TextInput = chakra('input', { base: control });

export const TextArea = chakra('textarea', {
  base: { ...control, py: '2.5', minH: '28', resize: 'vertical' },
});

const chevron =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16' fill='none' stroke='%238A8378' stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E\")";

export const Select = chakra('select', {
  base: {
    ...control,
    appearance: 'none',
    pe: '9',
    bgImage: chevron,
    bgRepeat: 'no-repeat',
    backgroundPosition: 'right 12px center',
    cursor: 'pointer',
  },
});

/** A checkbox or radio button in the accent color, depending on its `type`. */
export const Checkable = chakra('input', {
  base: { boxSize: '5', flexShrink: 0, accentColor: '{colors.accent}', cursor: 'pointer' },
});
