import {
  clipBitrateMax,
  clipFramesPerSecondMax,
  clipSecondsMax,
  clipSidesMax,
  clipStartShare,
  posterSideMax,
  sidesWithin,
} from '@tessera/domain/content/media/film-previews';
import { watermarkSvg } from '@tessera/domain/content/media/watermark';
import {
  BlobSource,
  BufferTarget,
  CanvasSink,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
  WebMOutputFormat,
  canEncodeVideo,
} from 'mediabunny';
import type { InputVideoTrack } from 'mediabunny';

/** The public preview of a film. */
export interface FilmPreview {
  /** Without a watermark: the server draws it. */
  readonly poster: Blob;
  /** Short, silent, watermarked, and without any of the film's metadata. */
  readonly clip: Blob;
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** In seconds of the film. */
interface Excerpt {
  readonly start: number;
  readonly end: number;
}

const posterType = 'image/jpeg';
const posterQuality = 0.92;
/** How many frames are looked at to find out whether there are too many in a second. */
const frameRateSamples = 100;

const newCanvas = ({ width, height }: Sides) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no canvas to draw on');
  return { canvas, context };
};

const pictureIn = (canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: posterType, quality: posterQuality })
    : new Promise((resolve, reject) => {
        const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The poster is too large')));
        canvas.toBlob(done, posterType, posterQuality);
      });

const watermarkOf = async ({ width, height }: Sides): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(watermarkSvg(width, height))}`;
  await image.decode();
  return image;
};

const excerptOf = async (film: InputVideoTrack): Promise<Excerpt> => {
  const first = await film.getFirstTimestamp();
  const last = (await film.getDurationFromMetadata()) ?? (await film.computeDuration());
  const start = first + (last - first) * clipStartShare;
  return { start, end: Math.min(start + clipSecondsMax, last) };
};

/** One frame of each second; the one that takes most bytes shows the most detail, and is neither black nor white. */
const posterOf = async (film: InputVideoTrack, sides: Sides, { start, end }: Excerpt): Promise<Blob> => {
  const box = { width: posterSideMax, height: posterSideMax };
  const sink = new CanvasSink(film, { ...sidesWithin(sides, box), fit: 'fill', poolSize: 1 });
  const seconds = Array.from({ length: Math.max(1, Math.ceil(end - start)) }, (_unused, second) => start + second);
  let best: Blob | null = null;
  for await (const frame of sink.canvasesAtTimestamps(seconds)) {
    const picture = frame && (await pictureIn(frame.canvas));
    if (picture && picture.size > (best?.size ?? 0)) best = picture;
  }
  if (!best) throw new Error('The film has no frame that this browser can decode');
  return best;
};

/** What every browser plays, or else what most of them do. */
const outputFor = async (sides: Sides) => {
  const isMp4 = await canEncodeVideo('avc', sides);
  const target = new BufferTarget();
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  return {
    output: new Output({ format, target }),
    target,
    codec: isMp4 ? 'avc' : 'vp9',
    type: isMp4 ? 'video/mp4' : 'video/webm',
  } as const;
};

const frameRateOf = async (film: InputVideoTrack): Promise<{ readonly frameRate?: number }> => {
  const { averagePacketRate } = await film.computePacketStats(frameRateSamples);
  return averagePacketRate > clipFramesPerSecondMax ? { frameRate: clipFramesPerSecondMax } : {};
};

const clipOf = async (
  input: Input,
  film: InputVideoTrack,
  whole: Sides,
  excerpt: Excerpt,
  signal: AbortSignal,
): Promise<Blob> => {
  const sides = sidesWithin(whole, clipSidesMax);
  const { output, target, codec, type } = await outputFor(sides);
  const watermark = await watermarkOf(sides);
  const { canvas, context } = newCanvas(sides);
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    trim: excerpt,
    tags: {},
    audio: { discard: true },
    showWarnings: false,
    video: {
      ...sides,
      ...(await frameRateOf(film)),
      fit: 'fill',
      codec,
      quality: new Quality({ bitrate: clipBitrateMax }),
      allowTransformationMetadata: false,
      forceTranscode: true,
      process: (frame) => {
        frame.draw(context, 0, 0, sides.width, sides.height);
        context.drawImage(watermark, 0, 0);
        return canvas;
      },
    },
  });
  const cancel = () => void conversion.cancel();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await conversion.execute();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (!target.buffer) throw new Error('The clip was not written');
  return new Blob([target.buffer], { type });
};

/**
 * Makes the public preview of a film, like the server does where it can.
 * @throws if this browser can't decode the film or encode a clip, and when it is aborted
 */
export const makeFilmPreview = async (file: Blob, signal: AbortSignal): Promise<FilmPreview> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
  try {
    const film = await input.getPrimaryVideoTrack();
    if (!film || !(await film.canDecode())) throw new Error('This browser can’t decode the film');
    const sides = { width: await film.getDisplayWidth(), height: await film.getDisplayHeight() };
    const excerpt = await excerptOf(film);
    const poster = await posterOf(film, sides, excerpt);
    signal.throwIfAborted();
    return { poster, clip: await clipOf(input, film, sides, excerpt, signal) };
  } finally {
    input.dispose();
  }
};
