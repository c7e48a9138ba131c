import { Box, chakra } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { PictureButton } from './picture-button.tsx';
import { coverStyle } from './media-still.tsx';
import { playingClipAtom } from './playing-clip.atoms.ts';
import { StatusBadge } from '../facts/status-badge.tsx';

/** Not supported by every browser. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean };
}

/** Users who prefer reduced motion or save data press the control instead. */
const mayAutoplay = () =>
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  (navigator as Connection).connection?.saveData !== true;

const corner = { position: 'absolute', bottom: '2', insetEnd: '2' } as const;
/** For a card, whose actions slide in from below. */
const upperCorner = { position: 'absolute', top: '2', insetStart: '2' } as const;

/** Whether the card that contains a clip is hovered; null if the clip isn't on a card. */
export const CardHoverContext = createContext<boolean | null>(null);

/** Controls the playing of a clip: only one plays at a time, and none while it is out of view. */
const usePlaying = () => {
  const id = useId();
  const videoRef = useRef<HTMLVideoElement>(null);
  const [playingId, setPlayingId] = useAtom(playingClipAtom);
  const playing = playingId === id;
  const stop = useCallback(() => setPlayingId((current) => (current === id ? null : current)), [id, setPlayingId]);
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !playing) return undefined;
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') stop();
    });
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) stop();
    });
    observer.observe(video);
    return () => {
      observer.disconnect();
      video.pause();
      video.currentTime = 0;
    };
  }, [playing, stop]);
  const start = useCallback(() => setPlayingId(id), [id, setPlayingId]);
  const autoplay = useCallback(() => mayAutoplay() && start(), [start]);
  const isCardHovered = useContext(CardHoverContext);
  useEffect(() => {
    if (isCardHovered) autoplay();
    else if (isCardHovered === false) stop();
  }, [isCardHovered, autoplay, stop]);
  return { videoRef, playing, start, autoplay, stop, standsAlone: isCardHovered === null };
};

interface MediaClipProps {
  readonly address: string;
  /** The title of what it plays, for the label of its control. */
  readonly name: string;
  /** There is no still underneath, so its own first frame is shown. */
  readonly alone?: boolean;
  readonly whole?: boolean;
  /** Placed over the video and below its control. */
  readonly over?: ReactNode;
  readonly onFailed?: () => void;
}

/** A short silent video over its still. It plays while it is hovered or focused, or when its control is pressed. */
export const MediaClip = ({ address, name, alone = false, whole = false, over, onFailed }: MediaClipProps) => {
  const { videoRef, playing, start, autoplay, stop, standsAlone } = usePlaying();
  const [hasStarted, setHasStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <Box
      position="absolute"
      inset={0}
      onPointerEnter={({ pointerType }) => standsAlone && pointerType !== 'touch' && autoplay()}
      onPointerLeave={({ pointerType }) => standsAlone && pointerType !== 'touch' && stop()}
    >
      <chakra.video
        {...coverStyle}
        objectFit={whole ? 'contain' : 'cover'}
        ref={videoRef}
        src={address}
        aria-hidden
        tabIndex={-1}
        muted
        loop
        playsInline
        disablePictureInPicture
        preload={alone ? 'metadata' : 'none'}
        opacity={alone || (hasStarted && playing) ? 1 : 0}
        transition="opacity 160ms ease-out"
        onPlaying={() => setHasStarted(true)}
        onEmptied={() => setHasStarted(false)}
        onError={() => {
          setFailed(true);
          stop();
          onFailed?.();
        }}
      />
      {over}
      {failed ? (
        <Box {...corner} role="status">
          <StatusBadge>Video unavailable</StatusBadge>
        </Box>
      ) : (
        <PictureButton
          {...(standsAlone ? corner : upperCorner)}
          aria-label={`${playing ? 'Pause' : 'Play'} the preview${name && ` of ${name}`}`}
          onClick={playing ? stop : start}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && autoplay()}
          onBlur={stop}
        >
          {playing ? (
            <Pause size={16} strokeWidth={1.5} aria-hidden />
          ) : (
            <Play size={16} strokeWidth={1.5} aria-hidden />
          )}
        </PictureButton>
      )}
    </Box>
  );
};
