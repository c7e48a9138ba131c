import { chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useState } from 'react';
import { originalAddress } from '../download.ts';
import { MediaTile } from '../../ui/media/media-tile.tsx';
import { useQuery } from '../../kernel/reading/queries.ts';

const over = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'contain', bg: 'sunken' } as const;

/** The address of the licensed file, which its holder alone is given; null until it is known: the preview stands for it. */
const useOriginal = (licenseId: string): string | null =>
  useQuery(['original', licenseId], () => originalAddress(licenseId)).data ?? null;

/** What a brand holds, as it was bought: over its preview, which stays where a browser can't show the file itself. */
export const HeldMedia = ({ license: { id, content } }: { license: LicenseRow }) => {
  const address = useOriginal(id);
  const [shown, setShown] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const file = {
    ...over,
    src: address ?? '',
    visibility: shown === address ? 'visible' : 'hidden',
    onError: () => setFailed(address),
  } as const;
  const original =
    content.media_type === 'video' ? (
      <chakra.video
        {...file}
        aria-label={content.title}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={() => setShown(address)}
      />
    ) : (
      <chakra.img {...file} alt={content.title} decoding="async" onLoad={() => setShown(address)} />
    );
  return (
    <MediaTile
      media={content.media_url}
      type={content.media_type}
      alt={shown ? '' : `Preview of ${content.title}`}
      whole
      ratio="16 / 9"
      sizes="(min-width: 640px) 576px, 100vw"
      over={address && failed !== address ? original : undefined}
    />
  );
};
