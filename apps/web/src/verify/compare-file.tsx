import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/layout/notice.tsx';

/** A browser reads the whole file at once. */
const bytesMax = 512 * 1024 * 1024;

type Outcome = 'comparing' | 'same' | 'other' | 'too large' | 'unreadable';

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const compare = async (file: File, sha256: string): Promise<Outcome> => {
  if (file.size > bytesMax) return 'too large';
  try {
    return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) === sha256 ? 'same' : 'other';
  } catch {
    return 'unreadable';
  }
};

const words: Readonly<Record<Exclude<Outcome, 'comparing'>, { tone: 'positive' | 'waiting'; text: string }>> = {
  same: { tone: 'positive', text: 'is the licensed original, byte for byte.' },
  other: {
    tone: 'waiting',
    text: 'is not the original file. A resized or re-saved copy doesn’t match, either.',
  },
  'too large': { tone: 'waiting', text: 'is larger than 512 MB, which is more than a browser can compare.' },
  unreadable: { tone: 'waiting', text: 'could not be read here. Compare its SHA-256 yourself.' },
};

/** Tells whether a file is the licensed original; it is read on this device and sent nowhere. */
export const CompareFile = ({ sha256 }: { sha256: string }) => {
  const [compared, setCompared] = useState<{ readonly name: string; readonly outcome: Outcome } | null>(null);
  const choose = async (file: File) => {
    setCompared({ name: file.name, outcome: 'comparing' });
    setCompared({ name: file.name, outcome: await compare(file, sha256) });
  };
  const comparing = compared?.outcome === 'comparing';
  return (
    <Box mt="6" display="grid" gap="4" justifyItems="start" position="relative">
      <chakra.label display="contents">
        <chakra.input
          type="file"
          srOnly
          aria-describedby="compare-file-help"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void choose(file);
            event.target.value = '';
          }}
          css={{ '&:focus-visible + span': { outline: '2px solid {colors.accent}', outlineOffset: '2px' } }}
        />
        <Button asChild variant="secondary" size="sm">
          <span>{comparing ? 'Comparing…' : 'Compare a file'}</span>
        </Button>
      </chakra.label>
      <chakra.p id="compare-file-help" fontSize="sm" color="ink.muted" maxW="52ch">
        Is the file you have the licensed original? We compare it on your device, and it isn’t sent anywhere.
      </chakra.p>
      {compared && compared.outcome !== 'comparing' && (
        <Notice tone={words[compared.outcome].tone}>
          {compared.name} {words[compared.outcome].text}
        </Notice>
      )}
    </Box>
  );
};
