import { chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useState } from 'react';
import { originalAddress } from '../download.ts';
import { MediaTile } from '../../ui/media/media-tile.tsx';
import { useQuery } from '../../kernel/reading/queries.ts';

const over = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'contain', bg: 'sunken' } as const;

/** The address of the licensed file, which only its holder receives; null until known, while the preview is shown. */
const useOriginalAddress = (licenseId: string): string | null =>
  useQuery(['original', licenseId], () => originalAddress(licenseId)).data ?? null;

/** The licensed file, over its preview, which stays visible if the browser can't show the file. */
export const LicensedMedia = ({ license: { id, content } }: { license: LicenseRow }) => {
  const address = useOriginalAddress(id);
  const [loadedAddress, setLoadedAddress] = useState<string | null>(null);
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const file = {
    ...over,
    src: address ?? '',
    visibility: loadedAddress === address ? 'visible' : 'hidden',
    onError: () => setFailedAddress(address),
  } as const;
  const original =
    content.media_type === 'video' ? (
      <chakra.video
        {...file}
        aria-label={content.title}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={() => setLoadedAddress(address)}
      />
    ) : (
      <chakra.img {...file} alt={content.title} decoding="async" onLoad={() => setLoadedAddress(address)} />
    );
  return (
    <MediaTile
      media={content.media_url}
      type={content.media_type}
      alt={loadedAddress ? '' : `Preview of ${content.title}`}
      whole
      ratio="16 / 9"
      sizes="(min-width: 640px) 576px, 100vw"
      over={address && failedAddress !== address ? original : undefined}
    />
  );
};
