import { isHdrFilm, previewGraph } from './film-filters.ts';

const streamOf = (colors: string) =>
  `  Stream #0:0[0x1](und): Video: hevc (Main 10) (hvc1 / 0x31637668), ${colors}, 3840x2160`;

it.each([
  ['yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive)', true],
  ['yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67)', true],
  ['yuv420p(tv, bt709, progressive)', false],
  ['yuv420p10le(tv, bt2020nc/bt2020/bt2020-10)', false],
])('[FIX-23] of a film that is %s it is known whether its range is high', (colors, isHdr) => {
  expect(isHdrFilm(streamOf(colors))).toBe(isHdr);
});

it('[FIX-23] previews are made of the film, not of its cover, and interlaced frames are made whole', () => {
  for (const isHdr of [true, false]) expect(previewGraph({ isHdr })).toMatch(/^\[0:V:0\]yadif=deint=interlaced,split/);
});

it('[FIX-23] the tones of a film of high range alone are mapped, of the poster as of the clip', () => {
  const [high, usual] = [previewGraph({ isHdr: true }), previewGraph({ isHdr: false })];
  expect(high.split('tonemap=').length - 1).toBe(2);
  expect(usual).not.toContain('tonemap');
});
