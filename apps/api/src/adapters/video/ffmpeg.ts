import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { lowPriority } from '../../kernel/low-priority.ts';
import { runLimited } from '../limited-process.ts';
import type { ProcessResult, Limits } from '../limited-process.ts';
import type { VideoPreviewer, Stills } from './port.ts';

const execute = promisify(execFile);
const answerMaxMs = 10_000;
/** A 4K video takes half of this memory. */
const limits: Limits = {
  timeMaxMs: 600_000,
  processorSecondsMax: 90,
  memoryMaxKilobytes: 400 * 1024,
  priority: lowPriority,
};
const clipSecondsMax = 6;
/** The clip starts after this share of the video, to skip titles and fades. */
const startShare = 0.1;
const clipBox = { width: 640, height: 960 };
const framesPerSecondMax = 30;
const posterSideMax = 1600;
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

/** Returns a `scale` filter that fits the picture into a box: with square pixels and even sides, and never enlarged. */
const scaledInto = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const share = `min(1,min(${width}/(iw*sar),${height}/ih))`;
  const side = (length: string) => `'max(2,2*trunc(${length}*${share}/2))'`;
  return `scale=w=${side('iw*sar')}:h=${side('ih')},setsar=1`;
};

const graph = [
  '[0:v:0]split[one][other]',
  `[one]fps=1:round=up,${scaledInto({ width: posterSideMax, height: posterSideMax })}[posters]`,
  `[other]fps='min(source_fps,${framesPerSecondMax})',${scaledInto(clipBox)},format=yuv420p[small]`,
  '[small][1:v]overlay=0:0[clip]',
].join(';');

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
  ...['-hide_banner', '-nostdin', '-nostats', '-y', ...input(file), '-map', '0:v:0', '-frames:v', '1'],
  ...['-filter_threads', '1', '-vf', scaledInto(clipBox), ...png, firstName],
];

/** Decodes the video once for both the clip and the candidates for the poster, one per second. */
const previewArgs = (file: string, startSeconds: number, encoder: Encoder) => [
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
    for (const startSeconds of new Set([durationSecondsIn(ended.stderr) * startShare, 0])) {
      ended = await run(previewArgs(name, startSeconds, this.#encoder));
      const posters = ended.ok ? postersIn(folder) : [];
      const poster = posters.length > 0 && posters[await this.#stills.mostDetailed(posters)];
      if (poster) return { poster, clip: join(folder, clipName(this.#encoder)) };
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

/**
 * @param program a path, or a name in PATH
 * @returns null if there is no such program, or it can't write a format that browsers play
 */
export const openFfmpeg = async (program: string, stills: Stills): Promise<VideoPreviewer | null> => {
  const available = await encodersOf(program);
  const encoder = encoders.find(({ name }) => available.includes(` ${name} `));
  return encoder ? new Ffmpeg(program, encoder, stills) : null;
};
