import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { ImagePlus, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Logo, logoBackground, logoBox } from './brand-tile.tsx';
import { Button } from '../ui/controls/button.tsx';
import { ProgressBar } from '../ui/layout/progress-bar.tsx';
import type { Preferences } from './use-preferences.ts';

const recommendedPixels = 500;
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The size of the picture at an address, in pixels. */
interface Size {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

const isRecommended = ({ width, height }: Size) => width === height && width >= recommendedPixels;

const LogoFrame = chakra('div', {
  base: {
    ...logoBox,
    gridRow: { sm: 'span 2' },
    boxSize: { base: '28', sm: '36' },
    p: '3',
    overflow: 'hidden',
    borderWidth: '1px',
    borderRadius: 'media',
  },
});

interface PictureProps {
  readonly name: string;
  readonly address: string | null;
  readonly onSize: (size: Size) => void;
}

const Picture = ({ name, address, onSize }: PictureProps) =>
  address === null ? (
    <LogoFrame borderStyle="dashed" borderColor="hairline.strong" color="ink.muted">
      <ImagePlus size={28} strokeWidth={1.5} aria-hidden />
    </LogoFrame>
  ) : (
    <LogoFrame borderColor="hairline" bg={logoBackground}>
      <Logo
        key={address}
        name={name}
        address={address}
        onSize={(width, height) => onSize({ address, width, height })}
      />
    </LogoFrame>
  );

interface LogoFieldProps {
  readonly brandName: string;
  readonly logo: Preferences['logo'];
  readonly disabled: boolean;
}

/** Shows the brand's logo, and replaces or removes it. */
export const LogoField = ({ brandName, logo, disabled }: LogoFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const { address, chosen, percent } = logo;
  const unsuitableSize = chosen && size?.address === address && !isRecommended(size) ? size : null;
  const remove = () => {
    logo.remove();
    // The button disappears when nothing is left to remove: move the focus, so that it isn't lost.
    button.current?.focus();
  };
  return (
    <Box role="group" aria-labelledby="logo" aria-describedby="logo-help">
      <Box id="logo" fontSize="sm" fontWeight="500" mb="2">
        Brand logo
      </Box>
      <Box
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap={{ base: '4', sm: '5' }}
        rowGap="3"
        alignItems="center"
      >
        <Picture name={`Logo of ${brandName}`} address={address} onSize={setSize} />
        <Box display="flex" flexWrap="wrap" gap="2" alignSelf={{ sm: 'end' }}>
          <Button ref={button} variant="secondary" disabled={disabled} onClick={() => input.current?.click()}>
            <Upload {...icon} />
            {address === null ? 'Upload logo' : 'Replace logo'}
          </Button>
          {address !== null && (
            <Button variant="ghost" disabled={disabled} onClick={remove}>
              <Trash2 {...icon} />
              Remove<VisuallyHidden> logo</VisuallyHidden>
            </Button>
          )}
        </Box>
        <Box gridColumn={{ base: '1 / -1', sm: '2' }} alignSelf="start" fontSize="sm" color="ink.muted">
          <Box id="logo-help">A square image of 500x500 or larger is recommended, under 2MB.</Box>
          <Box aria-live="polite" color="ink">
            {unsuitableSize && `This one is ${unsuitableSize.width}x${unsuitableSize.height}; you can still use it.`}
          </Box>
        </Box>
      </Box>
      <chakra.input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Logo file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) logo.choose(file);
          target.value = '';
        }}
      />
      {logo.refusal && (
        <Box role="alert" mt="3" fontSize="sm" color="trouble">
          {logo.refusal}
        </Box>
      )}
      {percent !== null && (
        <Box mt="4">
          <ProgressBar label="Uploading the logo" percent={percent} tone={percent === 100 ? 'positive' : 'accent'} />
          <Box mt="1.5" fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums" aria-hidden>
            {percent === 100 ? 'Uploaded' : `Uploading… ${percent}%`}
          </Box>
        </Box>
      )}
    </Box>
  );
};
