import { defineSlotRecipe } from '@chakra-ui/react';

// Listed here, because importing the library's own lists would bundle those of all its components.
const sheetSlots = ['backdrop', 'positioner', 'content', 'header', 'title', 'body', 'footer', 'closeTrigger'];

const scrim = {
  bg: 'scrim',
  pos: 'fixed',
  inset: 0,
  zIndex: 'popover',
  _open: { animation: 'fade-in 180ms ease-out' },
  _closed: { animation: 'fade-out 120ms ease-out' },
} as const;

const overTheScrim = {
  pos: 'fixed',
  inset: 0,
  zIndex: 'popover',
  display: 'flex',
  overscrollBehaviorY: 'none',
} as const;

const sheet = {
  bg: 'surface',
  color: 'ink',
  display: 'flex',
  flexDirection: 'column',
  outline: 0,
  boxShadow: 'overlay',
  width: 'full',
} as const;

const sheetParts = {
  header: { display: 'flex', gap: '4', alignItems: 'flex-start', px: { base: '5', md: '8' }, pt: '6', pb: '4' },
  title: { fontFamily: 'display', fontSize: 'xl', lineHeight: '1.25', fontWeight: '500', flex: '1' },
  body: { px: { base: '5', md: '8' }, pb: '6', flex: '1', overflow: 'auto' },
  footer: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '3',
    px: { base: '5', md: '8' },
    py: '4',
    borderTopWidth: '1px',
    borderColor: 'hairline',
  },
  closeTrigger: { pos: 'absolute', top: '4', insetEnd: '4' },
} as const;

export const dialog = defineSlotRecipe({
  slots: sheetSlots,
  className: 'dialog',
  base: {
    backdrop: scrim,
    positioner: { ...overTheScrim, alignItems: { base: 'flex-end', md: 'center' }, justifyContent: 'center' },
    content: {
      ...sheet,
      pos: 'relative',
      maxW: '2xl',
      maxH: { base: '92dvh', md: '86dvh' },
      borderTopRadius: 'media',
      borderBottomRadius: { base: 0, md: 'media' },
      _open: { animation: 'rise-in 180ms ease-out' },
      _closed: { animation: 'fade-out 120ms ease-out' },
    },
    ...sheetParts,
  },
});

export const drawer = defineSlotRecipe({
  slots: sheetSlots,
  className: 'drawer',
  base: {
    backdrop: scrim,
    positioner: { ...overTheScrim, justifyContent: 'flex-end' },
    content: {
      ...sheet,
      pos: 'relative',
      maxW: 'xl',
      h: '100dvh',
      _open: { animation: 'slide-in 180ms ease-out' },
      _closed: { animation: 'slide-out 120ms ease-out' },
    },
    ...sheetParts,
  },
});

export const menu = defineSlotRecipe({
  slots: ['content', 'item', 'separator'],
  className: 'menu',
  base: {
    content: {
      bg: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'hairline',
      borderRadius: 'control',
      boxShadow: 'raised',
      p: '1',
      minW: '44',
      outline: 0,
      zIndex: 'popover',
      _open: { animation: 'fade-in 120ms ease-out' },
      _closed: { animation: 'fade-out 120ms ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '3',
      minH: '10',
      borderRadius: 'sm',
      fontSize: 'sm',
      cursor: 'pointer',
      userSelect: 'none',
      textDecoration: 'none',
      _highlighted: { bg: 'sunken' },
      _checked: { fontWeight: '600' },
    },
    separator: { h: '1px', my: '1', bg: 'hairline' },
  },
});

export const tabs = defineSlotRecipe({
  slots: ['list', 'trigger', 'content'],
  className: 'tabs',
  base: {
    list: { display: 'flex', gap: '6', borderBottomWidth: '1px', borderColor: 'hairline', overflowX: 'auto' },
    trigger: {
      minH: '11',
      px: '0.5',
      mb: '-1px',
      fontSize: 'sm',
      fontWeight: '500',
      whiteSpace: 'nowrap',
      color: 'ink.muted',
      cursor: 'pointer',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      transition: 'color 120ms ease-out, border-color 120ms ease-out',
      _hover: { color: 'ink' },
      _selected: { color: 'ink', borderColor: 'accent' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    content: { pt: '6', outline: 0 },
  },
  variants: {
    variant: {
      line: {},
      /** For a choice between two or three variants inside a form. */
      enclosed: {
        list: { gap: '1', p: '1', bg: 'sunken', borderRadius: 'control', borderBottomWidth: 0 },
        trigger: {
          flex: 1,
          minH: '10',
          mb: 0,
          borderRadius: 'sm',
          borderBottomWidth: 0,
          _selected: { bg: 'surface', boxShadow: 'raised' },
        },
      },
    },
  },
  defaultVariants: { variant: 'line' },
});
