import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { DownloadedOriginal } from '@tessera/contract/licenses';
import type { LicenseProof } from '@tessera/contract/licenses';
import { get } from '../kernel/send.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/layout/notice.tsx';

/** The browser reads the whole file into memory. */
const bytesMax = 512 * 1024 * 1024;

type LicensedFile = Pick<LicenseProof, 'license_id' | 'sha256'>;

type Outcome = 'comparing' | 'same' | 'downloaded' | 'other' | 'too large' | 'unreadable' | 'no answer';

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256Of = async (file: File) => hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));

const compare = async (file: File, { license_id, sha256 }: LicensedFile): Promise<Outcome> => {
  if (file.size > bytesMax) return 'too large';
  const hash = await sha256Of(file).catch(() => null);
  if (hash === null) return 'unreadable';
  if (hash === sha256) return 'same';
  try {
    const path = `/api/verify/${encodeURIComponent(license_id)}/download`;
    return hash === (await get<DownloadedOriginal>(path)).sha256 ? 'downloaded' : 'other';
  } catch {
    return 'no answer';
  }
};

const outcomes: Readonly<Record<Exclude<Outcome, 'comparing'>, { tone: 'positive' | 'waiting'; text: string }>> = {
  same: { tone: 'positive', text: 'is the licensed original, byte for byte.' },
  downloaded: {
    tone: 'positive',
    text: 'is the licensed original as Tessera delivers it: unaltered, with its rights stated in the file.',
  },
  other: {
    tone: 'waiting',
    text: 'is not the original file. A resized or re-saved copy doesn’t match, either.',
  },
  'too large': { tone: 'waiting', text: 'is larger than 512 MB, which is more than a browser can compare.' },
  'no answer': { tone: 'waiting', text: 'could not be compared: the server didn’t answer. Please try again.' },
  unreadable: { tone: 'waiting', text: 'could not be read here. Compare its SHA-256 yourself.' },
};

/** Tells whether a file is the licensed original. The file is read on this device and isn't sent anywhere. */
export const CompareFile = ({ license }: { license: LicensedFile }) => {
  const [compared, setCompared] = useState<{ readonly name: string; readonly outcome: Outcome } | null>(null);
  const choose = async (file: File) => {
    setCompared({ name: file.name, outcome: 'comparing' });
    setCompared({ name: file.name, outcome: await compare(file, license) });
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
        <Notice tone={outcomes[compared.outcome].tone}>
          {compared.name} {outcomes[compared.outcome].text}
        </Notice>
      )}
    </Box>
  );
};
