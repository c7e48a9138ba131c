import { Box, chakra } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { PictureButton } from './picture-button.tsx';
import { coverStyle } from './media-still.tsx';
import { playingClipAtom } from './playing-clip.atoms.ts';
import { StatusBadge } from '../facts/status-badge.tsx';

/** Not in every browser. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean };
}

/** Who wants stillness or pays for each byte presses the control. */
const mayAutoplay = () =>
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  (navigator as Connection).connection?.saveData !== true;

const corner = { position: 'absolute', bottom: '2', insetEnd: '2' } as const;
/** On a card, whose choices come up from below. */
const upperCorner = { position: 'absolute', top: '2', insetStart: '2' } as const;

/** Whether the card that a clip stands on is pointed at; null where it stands alone. */
export const CardHoverContext = createContext<boolean | null>(null);

/** Whether this clip plays: one at a time, and never out of sight. */
const usePlaying = () => {
  const id = useId();
  const film = useRef<HTMLVideoElement>(null);
  const [playingId, setPlayingId] = useAtom(playingClipAtom);
  const playing = playingId === id;
  const stop = useCallback(() => setPlayingId((current) => (current === id ? null : current)), [id, setPlayingId]);
  useEffect(() => {
    const video = film.current;
    if (!video || !playing) return undefined;
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') stop();
    });
    const sight = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) stop();
    });
    sight.observe(video);
    return () => {
      sight.disconnect();
      video.pause();
      video.currentTime = 0;
    };
  }, [playing, stop]);
  const start = useCallback(() => setPlayingId(id), [id, setPlayingId]);
  const startByItself = useCallback(() => mayAutoplay() && start(), [start]);
  const cardPointedAt = useContext(CardHoverContext);
  useEffect(() => {
    if (cardPointedAt) startByItself();
    else if (cardPointedAt === false) stop();
  }, [cardPointedAt, startByItself, stop]);
  return { film, playing, start, startByItself, stop, standsAlone: cardPointedAt === null };
};

interface MediaClipProps {
  readonly address: string;
  /** What the control is said to play. */
  readonly name: string;
  /** Nothing stands beneath it: its own first frame does. */
  readonly alone?: boolean;
  readonly whole?: boolean;
  /** Lies over the film and beneath its control. */
  readonly over?: ReactNode;
  readonly onFailed?: () => void;
}

/** A short silent film over its still. It plays while it is pointed at or focused, and at a press of its control. */
export const MediaClip = ({ address, name, alone = false, whole = false, over, onFailed }: MediaClipProps) => {
  const { film, playing, start, startByItself, stop, standsAlone } = usePlaying();
  const [moves, setMoves] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <Box
      position="absolute"
      inset={0}
      onPointerEnter={({ pointerType }) => standsAlone && pointerType !== 'touch' && startByItself()}
      onPointerLeave={({ pointerType }) => standsAlone && pointerType !== 'touch' && stop()}
    >
      <chakra.video
        {...coverStyle}
        objectFit={whole ? 'contain' : 'cover'}
        ref={film}
        src={address}
        aria-hidden
        tabIndex={-1}
        muted
        loop
        playsInline
        disablePictureInPicture
        preload={alone ? 'metadata' : 'none'}
        opacity={alone || (moves && playing) ? 1 : 0}
        transition="opacity 160ms ease-out"
        onPlaying={() => setMoves(true)}
        onEmptied={() => setMoves(false)}
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
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && startByItself()}
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
