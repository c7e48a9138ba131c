import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import type { CreatorProfile, NewPortrait, PortraitRemoved } from '@tessera/contract/accounts/profile';
import { portraitBytesMax, portraitNotAnImage, portraitTooLarge } from '@tessera/domain/accounts/profile/portrait';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { del, put } from '../../kernel/send.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { saveOwnProfile } from '../profile/own-profile.atoms.ts';

const address = '/api/profile/portrait';
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

const wordsFor = (saved: string) => ({
  saved,
  failed: 'Portrait not saved',
  unexplained: 'Please try again.',
  notSignedIn: 'You must be logged in to change your portrait',
});

/** Why a chosen file can't be the portrait, or null. The server checks again, by content. */
const refusalOf = ({ type, size }: File): string | null => {
  if (!type.startsWith('image/') || type === 'image/svg+xml') return portraitNotAnImage().message;
  return size >= portraitBytesMax ? portraitTooLarge().message : null;
};

interface Chosen {
  readonly file: File;
  /** The file's blob URL. */
  readonly url: string;
}

/** The picture that was chosen but not saved yet; its blob URL is revoked once nothing shows it anymore. */
const useChosen = () => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  return [chosen, (file: File | null) => setChosen(file && { file, url: URL.createObjectURL(file) })] as const;
};

/** Sends a change of the portrait, and resolves to what the profile shows then. */
type Send = () => Promise<Pick<CreatorProfile, 'portrait_url'>>;

/** Previews, saves and removes a creator's portrait. */
export const PortraitField = ({ profile }: { profile: CreatorProfile }) => {
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [chosen, choose] = useChosen();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { name, portrait_url } = profile;
  const take = (file: File) => {
    const refused = refusalOf(file);
    setRefusal(refused);
    choose(refused === null ? file : null);
  };
  const [isSaving, save] = useBusy(async (saved: string, send: Send) => {
    setRefusal(null);
    try {
      const change = async () => ({ ...profile, portrait_url: (await send()).portrait_url });
      if ((await saveOwnProfile(wordsFor(saved), change)) === null) return;
      choose(null);
      // The button that was pressed has disappeared.
      opener.current?.focus();
    } catch {
      // A toast has said why; the chosen file stays, for another try.
    }
  });
  return (
    <Box role="group" aria-labelledby="portrait" aria-describedby="portrait-help" mb="8">
      <Box id="portrait" fontSize="sm" fontWeight="500" mb="2">
        Portrait
      </Box>
      <Box display="flex" alignItems="center" gap="4" flexWrap="wrap">
        <Portrait name={name} picture={chosen?.url ?? portrait_url} size="14" />
        <Box display="flex" flexWrap="wrap" gap="2">
          {chosen && (
            <Button
              loading={isSaving}
              loadingText="Saving..."
              onClick={() => void save('Portrait saved', () => put<NewPortrait>(address, chosen.file))}
            >
              Save portrait
            </Button>
          )}
          <Button ref={opener} variant="secondary" disabled={isSaving} onClick={() => input.current?.click()}>
            <ImageUp {...icon} />
            {chosen || portrait_url ? 'Choose another' : 'Choose a picture'}
          </Button>
          {chosen && (
            <Button variant="ghost" disabled={isSaving} onClick={() => choose(null)}>
              Cancel
            </Button>
          )}
          {!chosen && portrait_url && (
            <Button
              variant="ghost"
              disabled={isSaving}
              onClick={() => void save('Portrait removed', () => del<PortraitRemoved>(address))}
            >
              <Trash2 {...icon} />
              Remove<VisuallyHidden> portrait</VisuallyHidden>
            </Button>
          )}
        </Box>
      </Box>
      <Box id="portrait-help" mt="2" fontSize="sm" color="ink.muted">
        We crop the center of your picture to a square. It must be under 10 MB, and everyone can see it. We don’t keep
        anything else from the file, such as where it was taken.
      </Box>
      <chakra.input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Portrait file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) take(file);
          target.value = '';
        }}
      />
      {refusal && (
        <Box role="alert" mt="3" fontSize="sm" color="trouble">
          {refusal}
        </Box>
      )}
    </Box>
  );
};
