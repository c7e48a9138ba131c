import { chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useState } from 'react';
import { originalAddress } from '../download.ts';
import { MediaTile } from '../../ui/media/media-tile.tsx';
import { useQuery } from '../../kernel/reading/queries.ts';
import { LicensedFilm } from './licensed-film.tsx';

const over = { position: 'absolute', inset: 0, w: 'full', h: 'full', objectFit: 'contain', bg: 'sunken' } as const;

/** The licensed file, over its preview, which stays visible if the browser can't show the file. */
export const LicensedMedia = ({ license: { id, content } }: { license: LicenseRow }) => {
  // Only the license's holder receives an address. Until it is known, the preview is shown.
  const { data: address, refetch } = useQuery(['original', id], () => originalAddress(id));
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  const style = { ...over, visibility: loadedId === id ? 'visible' : 'hidden' } as const;
  const loaded = () => setLoadedId(id);
  const failed = () => setFailedId(id);
  const shown = (from: string) =>
    content.media_type === 'video' ? (
      <LicensedFilm
        key={id}
        {...style}
        address={from}
        aria-label={content.title}
        renew={async () => (await refetch({ throwOnError: true })).data}
        onLoaded={loaded}
        onFailed={failed}
      />
    ) : (
      <chakra.img {...style} src={from} alt={content.title} decoding="async" onLoad={loaded} onError={failed} />
    );
  return (
    <MediaTile
      media={content.media_url}
      type={content.media_type}
      alt={loadedId === id ? '' : `Preview of ${content.title}`}
      whole
      ratio="16 / 9"
      sizes="(min-width: 640px) 576px, 100vw"
      over={address && failedId !== id ? shown(address) : undefined}
    />
  );
};
