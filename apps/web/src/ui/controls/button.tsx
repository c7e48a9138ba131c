import { chakra, defineRecipe } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: '11',
    px: '5',
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontSize: 'sm',
    fontWeight: '600',
    lineHeight: '1.2',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out',
    _disabled: { cursor: 'not-allowed', opacity: 0.5 },
  },
  variants: {
    variant: {
      primary: { bg: 'accent', color: 'accent.contrast', _hover: { bg: 'accent.strong' } },
      secondary: { bg: 'surface', color: 'ink', borderColor: 'hairline.strong', _hover: { borderColor: 'ink' } },
      ghost: { bg: 'transparent', color: 'ink', _hover: { bg: 'sunken' } },
      danger: { bg: 'transparent', color: 'trouble', borderColor: 'trouble', _hover: { bg: 'trouble.tint' } },
    },
    size: {
      md: {},
      sm: { minH: '9', px: '3.5' },
      lg: { minH: '13', px: '7', fontSize: 'md' },
      /** A square for one icon; it needs an aria-label. */
      icon: { minH: '11', w: '11', px: 0 },
    },
  },
  defaultVariants: { variant: 'primary', size: 'md' },
});

const Base = chakra('button', buttonRecipe);

export interface ButtonProps extends ComponentProps<typeof Base> {
  /** While waiting for an answer, the button is disabled and shows `loadingText`. */
  readonly loading?: boolean;
  readonly loadingText?: string;
}

/** With `asChild`, its child gets the look and size of a button. */
export const Button = ({ loading = false, loadingText, disabled, children, ...props }: ButtonProps) =>
  props.asChild ? (
    <Base {...props}>{children}</Base>
  ) : (
    <Base type="button" {...props} disabled={disabled === true || loading} aria-busy={loading || undefined}>
      {loading && loadingText ? loadingText : children}
    </Base>
  );

/** A link with the look and size of a button. */
export const ButtonLink = chakra(Link, buttonRecipe);
