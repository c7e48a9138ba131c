import { clipSecondsMax, clipSidesMax } from '@tessera/domain/content/media/film-previews';
import type { FilmFacts } from '../pictures/film-facts.ts';

/** What every current browser plays. */
const clipCodecs = ['avc', 'vp8', 'vp9', 'av1'];
/** Rounded to even sides, a clip differs from its film by this share of the ratio, and by its last frame's duration. */
const ratioTolerance = 0.05;
const secondsTolerance = 0.5;

interface Sides {
  readonly width: number;
  readonly height: number;
}

const hasRatioOf = (one: Sides, other: Sides): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= ratioTolerance;

/** Why a poster can't be that of the film, in a sentence; null if it can. @param film null if nothing is known of it */
export const problemOfPoster = (poster: Sides, film: FilmFacts | null): string | null =>
  film && !hasRatioOf(poster, film) ? 'The poster doesn’t have the proportions of the video.' : null;

/** Why a clip can't be the preview of the film, in a sentence; null if it can. @param film null if nothing is known of it */
export const problemOfClip = (clip: FilmFacts, film: FilmFacts | null): string | null => {
  if (!clip.isSilent) return 'A preview clip has no sound.';
  if (clip.codec === null || !clipCodecs.includes(clip.codec)) return 'Not every browser plays this preview clip.';
  if (clip.width > clipSidesMax.width || clip.height > clipSidesMax.height) return 'The preview clip is too large.';
  if (clip.seconds === null || clip.seconds > clipSecondsMax + secondsTolerance) return 'The preview clip is too long.';
  if (film?.seconds && clip.seconds > film.seconds + secondsTolerance)
    return 'The preview clip is longer than the video.';
  return film && !hasRatioOf(clip, film) ? 'The preview clip doesn’t have the proportions of the video.' : null;
};
