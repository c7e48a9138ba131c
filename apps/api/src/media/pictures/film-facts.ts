import type { Input } from 'mediabunny';

/** What a video's container says about it. */
export interface FilmFacts {
  /** As shown: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Null if the container doesn't say. */
  readonly seconds: number | null;
  /** `avc`, `vp9`, `av1` and so on; null for one that is rarely used. */
  readonly codec: string | null;
  /** Whether it has nothing but the one track of pictures. */
  readonly isSilent: boolean;
}

const factsOf = async (input: Input): Promise<FilmFacts | null> => {
  const [tracks, film] = await Promise.all([input.getTracks(), input.getPrimaryVideoTrack()]);
  if (!film) return null;
  return {
    width: await film.getDisplayWidth(),
    height: await film.getDisplayHeight(),
    seconds: await film.getDurationFromMetadata(),
    codec: await film.getCodec(),
    isSilent: tracks.length === 1,
  };
};

/** Returns null without a track of pictures. @throws when the container can't be read */
export const filmFactsOf = async (file: string): Promise<FilmFacts | null> => {
  // Only this task needs it.
  const { FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, WEBM] });
  try {
    return await factsOf(input);
  } finally {
    input.dispose();
  }
};
