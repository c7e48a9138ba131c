import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { clipSecondsMax, clipSidesMax, clipStartShare } from '@tessera/domain/content/media/film-previews';
import { lowPriority } from '../../kernel/low-priority.ts';
import { runLimited } from '../limited-process.ts';
import type { ProcessResult, Limits } from '../limited-process.ts';
import { filmStream, isHdrFilm, previewGraph, scaledInto } from './film-filters.ts';
import type { Stills, VideoPreviewer, VideoTools } from './port.ts';

const execute = promisify(execFile);
const answerMaxMs = 10_000;
/** A 4K video takes half of this memory. */
const limits: Limits = {
  timeMaxMs: 600_000,
  processorSecondsMax: 90,
  memoryMaxKilobytes: 400 * 1024,
  priority: lowPriority,
};
const postersMax = clipSecondsMax;
/** The largest frame of a video: 8K. */
const pixelsMax = 36_000_000;

/** ffmpeg must not guess the format of a file: it would follow a playlist or a script that is named like a video. */
const demuxers: Readonly<Record<string, string>> = { '.mp4': 'mov', '.m4v': 'mov', '.mov': 'mov', '.webm': 'matroska' };
/** The codecs that cameras, phones, browsers and editors write. Security holes are in rarely used decoders. */
const decoders =
  'h264,hevc,mpeg4,h263,mjpeg,prores,dnxhd,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,png,qtrle,rawvideo';

interface Encoder {
  readonly name: string;
  readonly extension: string;
  readonly options: readonly string[];
}
/** In order of preference. */
const encoders: readonly Encoder[] = [
  {
    name: 'libx264',
    extension: '.mp4',
    options: ['-preset', 'veryfast', '-crf', '28', '-maxrate', '1500k', '-bufsize', '1500k', '-movflags', '+faststart'],
  },
  {
    name: 'libvpx-vp9',
    extension: '.webm',
    options: ['-deadline', 'realtime', '-cpu-used', '8', '-crf', '38', '-b:v', '1200k', '-maxrate', '1500k'],
  },
];

const unreadable = 'Its frames could not be read. Please save it as MP4 or WebM and upload it again.';
const tooExpensive = 'It takes too much time or memory to process. Please upload it again at a lower resolution.';

const input = (file: string, ...range: readonly string[]) => [
  ...['-protocol_whitelist', 'file', '-f', demuxers[extname(file)] ?? 'mov'],
  ...['-codec_whitelist', decoders, '-max_pixels', String(pixelsMax), '-threads', '1'],
  ...['-an', '-sn', '-dn', ...range, '-i', file],
];
const png = ['-pix_fmt', 'rgb24', '-compression_level', '1', '-threads', '1', '-f', 'image2'];

/** The files made from a video. They are in the video's folder, where ffmpeg runs. */
const firstName = 'first.png';
const markName = 'mark.png';
const posterName = (number: number | '%d') => `poster-${number}.png`;
const clipName = ({ extension }: Encoder) => `clip${extension}`;

/** Extracts the first frame at the size of the clip. ffmpeg also prints the duration. */
const firstPictureArgs = (file: string) => [
  ...['-hide_banner', '-nostdin', '-nostats', '-y', ...input(file), '-map', filmStream, '-frames:v', '1'],
  ...['-filter_threads', '1', '-vf', scaledInto(clipSidesMax), ...png, firstName],
];

/** Decodes the video once for both the clip and the candidates for the poster, one per second. */
const previewArgs = (file: string, startSeconds: number, encoder: Encoder, graph: string) => [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-filter_threads', '1', '-filter_complex_threads', '1'],
  ...input(file, '-ss', startSeconds.toFixed(3), '-t', String(clipSecondsMax)),
  ...['-protocol_whitelist', 'file', '-threads', '1', '-f', 'image2', '-pattern_type', 'none', '-i', markName],
  ...['-filter_complex', graph],
  ...['-map', '[posters]', '-frames:v', String(postersMax), ...png, posterName('%d')],
  ...['-map', '[clip]', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
  ...['-c:v', encoder.name, '-pix_fmt', 'yuv420p', ...encoder.options, '-threads', '1', clipName(encoder)],
];

/** Returns the duration of the whole video; 0 if it is not stated. */
const durationSecondsIn = (description: string): number => {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(description) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
};

const postersIn = (folder: string): readonly string[] => {
  const files = Array.from({ length: postersMax }, (_unused, index) => join(folder, posterName(index + 1)));
  return files.filter((file) => existsSync(file));
};

const failureOf = ({ exceeded, stderr }: ProcessResult) => ({
  reason: exceeded || stderr.includes('Cannot allocate memory') ? tooExpensive : unreadable,
  detail: stderr.trim(),
});

class Ffmpeg implements VideoPreviewer {
  readonly #program: string;
  readonly #encoder: Encoder;
  readonly #stills: Stills;

  constructor(program: string, encoder: Encoder, stills: Stills) {
    this.#program = program;
    this.#encoder = encoder;
    this.#stills = stills;
  }

  async posterAndClip(file: string, signal: AbortSignal) {
    const folder = dirname(file);
    const name = basename(file);
    const run = (args: readonly string[]) => runLimited({ program: this.#program, args, folder, limits, signal });
    let ended = await run(firstPictureArgs(name));
    if (!ended.ok || !existsSync(join(folder, firstName))) return failureOf(ended);
    await this.#stills.drawWatermark(join(folder, firstName), join(folder, markName));
    // Falls back to the beginning, because the duration that a video states may be wrong.
    const starts = new Set([durationSecondsIn(ended.stderr) * clipStartShare, 0]);
    // Not every ffmpeg can map tones; pale colors are better than no preview.
    const graphs = new Set([previewGraph({ isHdr: isHdrFilm(ended.stderr) }), previewGraph({ isHdr: false })]);
    for (const graph of graphs) {
      for (const startSeconds of starts) {
        ended = await run(previewArgs(name, startSeconds, this.#encoder, graph));
        const posters = ended.ok ? postersIn(folder) : [];
        const poster = posters.length > 0 && posters[await this.#stills.mostDetailed(posters)];
        if (poster) return { poster, clip: join(folder, clipName(this.#encoder)) };
      }
    }
    return failureOf(ended);
  }
}

const encodersOf = async (program: string): Promise<string> => {
  try {
    return (await execute(program, ['-hide_banner', '-encoders'], { timeout: answerMaxMs })).stdout;
  } catch {
    return '';
  }
};

/** Null if there is no such program, or it can't write a format that browsers play. */
const encoderOf = async (program: string): Promise<Encoder | null> => {
  const available = await encodersOf(program);
  return encoders.find(({ name }) => available.includes(` ${name} `)) ?? null;
};

/** @param program a path, or a name in PATH. It is looked for once. */
export const ffmpegTools = (program: string): VideoTools => {
  let found: Promise<Encoder | null> | undefined;
  const encoder = () => (found ??= encoderOf(program));
  return {
    areThere: async () => (await encoder()) !== null,
    open: async (stills) => {
      const writes = await encoder();
      return writes && new Ffmpeg(program, writes, stills);
    },
  };
};
