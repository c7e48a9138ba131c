import { clipFramesPerSecondMax, clipSidesMax, posterSideMax } from '@tessera/domain/content/media/film-previews';

/** The first stream of moving pictures. A cover picture, which may come before it, is none. */
export const filmStream = '0:V:0';

/** Returns a `scale` filter that fits the picture into a box: with square pixels and even sides, and never enlarged. */
export const scaledInto = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const share = `min(1,min(${width}/(iw*sar),${height}/ih))`;
  const side = (length: string) => `'max(2,2*trunc(${length}*${share}/2))'`;
  return `scale=w=${side('iw*sar')}:h=${side('ih')},setsar=1`;
};

/** Whether ffmpeg says of a film that it is of high dynamic range: PQ or HLG. */
export const isHdrFilm = (description: string): boolean => /Video: .*\b(smpte2084|arib-std-b67)\b/.test(description);

/**
 * Brings high dynamic range into that of every display, in light instead of signals, so that colors look natural. White
 * paper lies at 203 candelas per square meter (ITU-R BT.2408).
 */
const toneMapped = [
  'zscale=transfer=linear:npl=203',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=mobius:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
  'format=yuv420p',
].join(',');

/** Returns the filters that make the candidates for the poster and the clip, in one pass. */
export const previewGraph = ({ isHdr }: { readonly isHdr: boolean }): string => {
  // Reduced first: there are fewer pixels to map.
  const reduced = (box: Parameters<typeof scaledInto>[0]) =>
    isHdr ? `${scaledInto(box)},${toneMapped}` : scaledInto(box);
  return [
    // Touches only frames that are marked as interlaced.
    `[${filmStream}]yadif=deint=interlaced,split[one][other]`,
    `[one]fps=1:round=up,${reduced({ width: posterSideMax, height: posterSideMax })}[posters]`,
    `[other]fps='min(source_fps,${clipFramesPerSecondMax})',${reduced(clipSidesMax)},format=yuv420p[small]`,
    '[small][1:v]overlay=0:0[clip]',
  ].join(';');
};
