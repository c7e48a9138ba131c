import { spawnSync } from 'node:child_process';

const named = process.env['FFMPEG'];

/** Found the same way as the product finds it. */
export const ffmpegProgram = named || 'ffmpeg';

const isThere = spawnSync(ffmpegProgram, ['-version']).status === 0;

/** Why ffmpeg is not tested; null if it is. */
export const ffmpegMissing = named && isThere ? null : 'FFMPEG names none';

/** How many leases the processes that prepare videos hold. */
export const videoLeases = isThere ? 1 : 0;

const run = (args: readonly string[]) => spawnSync(ffmpegProgram, ['-hide_banner', '-nostdin', ...args]);

/** @throws with ffmpeg's output */
export const ffmpeg = (...args: readonly string[]) => {
  const { status, stderr } = run(['-loglevel', 'error', '-y', ...args]);
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${stderr.toString()}`);
};

/** What ffmpeg reports about a film after decoding all of it. */
export const describeFilm = (file: string) => {
  const { status, stderr } = run(['-i', file, '-f', 'null', '-']);
  const printed = stderr.toString();
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(printed) ?? [];
  const [, width, height] = /Video: .*?, (\d+)x(\d+)/.exec(printed) ?? [];
  return {
    isWhole: status === 0,
    isSilent: !/Stream #0:\d.*Audio:/.test(printed),
    codec: /Video: (\w+)/.exec(printed)?.[1],
    seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    width: Number(width),
    height: Number(height),
  };
};
