import { chakra } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import { useRef } from 'react';

/** Where a film was, to continue from there. */
interface Place {
  readonly seconds: number;
  readonly rate: number;
  readonly isPlaying: boolean;
}

const placeIn = ({ currentTime, playbackRate, paused }: HTMLVideoElement): Place => ({
  seconds: currentTime,
  rate: playbackRate,
  isPlaying: !paused,
});

const continueAt = (film: HTMLVideoElement, { seconds, rate, isPlaying }: Place) => {
  film.currentTime = seconds;
  film.playbackRate = rate;
  // If the browser doesn't allow it, the film waits at its place.
  if (isPlaying) film.play().catch(() => undefined);
};

interface LicensedFilmProps extends Omit<HTMLChakraProps<'video'>, 'src' | 'onError' | 'onLoadedMetadata'> {
  readonly address: string;
  /** Fetches a new address, which is then passed as `address`. */
  readonly renew: () => Promise<string | undefined>;
  readonly onLoaded: () => void;
  readonly onFailed: () => void;
}

/**
 * A film that continues where it was when its address expires. It has failed if it can't be loaded at all, or breaks
 * again at the same place.
 */
export const LicensedFilm = ({ address, renew, onLoaded, onFailed, ...video }: LicensedFilmProps) => {
  const loadedAddress = useRef<string | null>(null);
  const place = useRef<Place | null>(null);
  const renewed = async (film: HTMLVideoElement) => {
    if (loadedAddress.current !== address || place.current?.seconds === film.currentTime) return onFailed();
    place.current = placeIn(film);
    const now = await renew().catch(() => undefined);
    // An address that is still the same has not expired, so something else is wrong.
    if (now === undefined || now === address) onFailed();
  };
  return (
    <chakra.video
      {...video}
      src={address}
      controls
      playsInline
      preload="metadata"
      onError={({ currentTarget }) => void renewed(currentTarget)}
      onLoadedMetadata={({ currentTarget }) => {
        loadedAddress.current = address;
        if (place.current) continueAt(currentTarget, place.current);
        onLoaded();
      }}
    />
  );
};
