import { chmod, mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import * as videos from '../../../../../test/fixtures/media/videos.ts';
import { describeFilm, ffmpegMissing, ffmpegProgram } from '../../../../../test/support/servers/ffmpeg.ts';
import { needs } from '../../../../../test/support/servers/needs.ts';
import { stillsBy } from '../../content/previews/stills.ts';
import { Pictures } from '../../media/pictures/pictures.ts';
import { ffmpegTools } from './ffmpeg.ts';
import type { VideoPreviewer } from './port.ts';

const clipBytesMax = 1_500_000;
const stills = stillsBy(new Pictures({ picturesAtOnce: 1 }));
const never = new AbortController().signal;

// ffmpeg runs at low priority, so everything else on the machine comes first.
jest.setTimeout(120_000);

needs('ffmpeg', ffmpegMissing)('the posters and clips that ffmpeg makes from videos', () => {
  let folder: string;
  let previewer: VideoPreviewer;
  beforeAll(async () => {
    previewer = (await ffmpegTools(ffmpegProgram).open(stills)) as VideoPreviewer;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-video-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Makes the previews of a video that `make` writes into a file with this name. */
  const previewsOf = async (name: string, make: (file: string) => unknown, by = previewer) => {
    const file = join(folder, name);
    await make(file);
    const made = await by.posterAndClip(file, never);
    if ('reason' in made) throw new Error(`${made.reason} ${made.detail}`);
    return made;
  };
  const refusalOf = async (name: string, bytes: string | Buffer) => {
    const file = join(folder, name);
    await writeFile(file, bytes);
    const refused = await previewer.posterAndClip(file, never);
    if ('clip' in refused) throw new Error('A clip was made from it');
    return refused;
  };
  const sizeOf = async (picture: string) => {
    const { width, height } = await sharp(picture).metadata();
    return { width, height };
  };

  it('a clip is silent, at most six seconds long, small, and plays everywhere', async () => {
    const { clip, poster } = await previewsOf('original.mp4', (file) => videos.landscape(file));
    expect(describeFilm(clip)).toMatchObject({ isWhole: true, isSilent: true, codec: 'h264', width: 640, height: 360 });
    expect(describeFilm(clip).seconds).toBeGreaterThan(5.5);
    expect(describeFilm(clip).seconds).toBeLessThanOrEqual(6);
    const bytes = await readFile(clip);
    expect(bytes.length).toBeLessThan(clipBytesMax);
    // The index comes before the frames, so that a player can start with the first bytes.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(await sizeOf(poster)).toEqual({ width: 960, height: 540 });
  });

  it('none of the camera’s metadata is left, least of all the location', async () => {
    const { clip, poster } = await previewsOf('original.mov', (file) => videos.landscape(file, 2));
    const original = await readFile(join(folder, 'original.mov'));
    for (const secret of Object.values(videos.planted)) {
      expect(original.includes(secret)).toBe(true);
      for (const file of [clip, poster]) expect((await readFile(file)).includes(secret)).toBe(false);
    }
    expect((await readFile(clip)).includes('52.52')).toBe(false);
  });

  it('a clip has the watermark', async () => {
    const { clip, poster } = await previewsOf('original.mp4', (file) => videos.still(file));
    const frame = join(folder, 'frame.png');
    videos.firstFrame(clip, frame);
    const [marked, plain] = [await sharp(frame).stats(), await sharp(poster).stats()];
    expect(plain.entropy).toBeLessThan(0.1);
    expect(marked.entropy).toBeGreaterThan(plain.entropy + 0.2);
  });

  it('a video held upright stays upright', async () => {
    const { clip, poster } = await previewsOf('original.mov', videos.upright);
    expect(describeFilm(clip)).toMatchObject({ width: 360, height: 640 });
    expect(await sizeOf(poster)).toEqual({ width: 360, height: 640 });
  });

  it('pixels that are wider than high are made square', async () => {
    const { clip, poster } = await previewsOf('original.mp4', videos.widePixels);
    expect(describeFilm(clip)).toMatchObject({ width: 640, height: 360 });
    expect(await sizeOf(poster)).toEqual({ width: 640, height: 360 });
  });

  it('the clip of a browser recording without a stated duration starts at the beginning', async () => {
    const { clip } = await previewsOf('original.webm', videos.recording);
    expect(describeFilm(clip)).toMatchObject({ isWhole: true, isSilent: true, width: 320, height: 240 });
    expect(describeFilm(clip).seconds).toBeGreaterThan(3.5);
  });

  it('the poster is a frame with something to see, not the black before it', async () => {
    const { poster } = await previewsOf('original.mp4', videos.darkBeginning);
    expect((await sharp(poster).stats()).entropy).toBeGreaterThan(3);
  });

  it('[FIX-23] white of high dynamic range is white in the poster and the clip, not gray', async () => {
    const { poster, clip } = await previewsOf('original.mp4', videos.highRange);
    const frame = join(folder, 'frame.png');
    videos.firstFrame(clip, frame);
    for (const picture of [poster, frame]) {
      const [red] = (await sharp(picture).extract({ left: 4, top: 4, width: 16, height: 16 }).stats()).channels;
      expect(red?.mean).toBeGreaterThan(200);
    }
  });

  it('a video of a single frame gets a clip, too', async () => {
    const { clip, poster } = await previewsOf('original.mp4', videos.onePicture);
    expect(describeFilm(clip)).toMatchObject({ isWhole: true, codec: 'h264' });
    expect(await sizeOf(poster)).toEqual({ width: 320, height: 240 });
  });

  it('the clip of a video that claims to be much longer than it is starts at the beginning', async () => {
    const { clip } = await previewsOf('original.mp4', videos.boaster);
    expect(describeFilm(clip).isWhole).toBe(true);
    expect(describeFilm(clip).seconds).toBeGreaterThan(1);
  });

  it('without an H.264 encoder the clip is VP9 in WebM', async () => {
    const program = join(folder, 'ffmpeg-without-h264');
    await writeFile(
      program,
      `#!/bin/sh\ncase "$*" in *-encoders*) echo ' V..... libvpx-vp9  VP9';; *) exec ${ffmpegProgram} "$@";; esac\n`,
    );
    await chmod(program, 0o755);
    const { clip } = await previewsOf(
      'original.mp4',
      (file) => videos.landscape(file, 8),
      (await ffmpegTools(program).open(stills)) ?? undefined,
    );
    expect(clip).toMatch(/[.]webm$/);
    expect(describeFilm(clip)).toMatchObject({ isWhole: true, isSilent: true, codec: 'vp9', width: 640 });
    const bytes = await readFile(clip);
    expect(bytes.length).toBeLessThan(clipBytesMax);
    for (const secret of Object.values(videos.planted)) expect(bytes.includes(secret)).toBe(false);
  });

  it('broken videos are refused with a sentence for their creator, and a line for the operator', async () => {
    const broken = {
      'noise.mp4': await videos.noise(join(folder, 'whole.mp4')),
      'cut.mp4': (await readFile(join(folder, 'whole.mp4'))).subarray(0, 5_000),
      'empty.mp4': '',
      'text.webm': 'Not a video at all',
    };
    for (const [name, bytes] of Object.entries(broken)) {
      const { reason, detail } = await refusalOf(name, bytes);
      expect([name, reason]).toEqual([name, expect.stringMatching(/could not be read.*again/)]);
      expect([name, detail]).toEqual([name, expect.stringMatching(/\S/)]);
    }
  });

  it('a playlist by the name of a video opens no file and asks no server', async () => {
    await mkdir(join(folder, 'private'));
    const secret = join(folder, 'private', 'secret.mp4');
    videos.landscape(secret, 1);
    const playlists = [
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile ${secret}\n`,
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>',
    ];
    for (const playlist of playlists)
      for (const name of ['list.mp4', 'list.mov', 'list.webm']) await refusalOf(name, playlist);
    expect((await readdir(folder)).filter((name) => /^(clip|poster)/.test(name))).toEqual([]);
  });

  it('what takes more time than it may is ended, and refused as too much', async () => {
    const program = join(folder, 'ffmpeg-that-spins');
    await writeFile(program, '#!/bin/sh\necho " V..... libx264 "\n[ "$2" = -encoders ] && exit\nkill -KILL $$\n');
    await chmod(program, 0o755);
    const file = join(folder, 'original.mp4');
    videos.landscape(file, 1);
    expect(await (await ffmpegTools(program).open(stills))?.posterAndClip(file, never)).toMatchObject({
      reason: expect.stringMatching(/too much time or memory/) as string,
    });
  });

  it('a video with more pixels than a preview may read is refused', async () => {
    const file = join(folder, 'original.mp4');
    videos.hugePictures(file);
    expect(await previewer.posterAndClip(file, never)).toMatchObject({ reason: expect.any(String) as string });
  });

  it('ends immediately when it is aborted', async () => {
    const file = join(folder, 'original.mp4');
    videos.landscape(file, 10);
    const stop = new AbortController();
    const running = previewer.posterAndClip(file, stop.signal);
    stop.abort();
    await expect(running).rejects.toThrow(/abort/);
    await expect(previewer.posterAndClip(file, stop.signal)).rejects.toThrow(/abort/);
  });

  it('writes nowhere but into the folder of the video', async () => {
    const { clip, poster } = await previewsOf('original.mp4', (file) => videos.landscape(file, 2));
    expect([dirname(clip), dirname(poster)]).toEqual([folder, folder]);
  });
});

it('without ffmpeg, there is no video previewer', async () => {
  expect(await ffmpegTools('/nowhere/ffmpeg').open(stills)).toBeNull();
  expect(await ffmpegTools('no-such-program-anywhere').open(stills)).toBeNull();
  expect(await ffmpegTools(process.execPath).open(stills)).toBeNull();
});
