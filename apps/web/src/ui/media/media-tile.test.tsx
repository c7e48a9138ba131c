import { ChakraProvider } from '@chakra-ui/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import type { MockInstance } from 'vitest';
import { user } from '../../testing/user.test-kit.ts';
import { system } from '../../theme/system.ts';
import { MediaTile } from './media-tile.tsx';
import type { MediaTileProps } from './media-tile.tsx';

const photo: MediaTileProps = {
  media: 'creator/images/fog.webp',
  type: 'image',
  alt: 'Harbour fog',
  widths: [320, 640, 1200],
  sizes: '50vw',
  placeholder: 'data:image/webp;base64,AAAA',
};
const film: MediaTileProps = { ...photo, alt: 'Waves', type: 'video', clip: 'creator/videos/waves.mp4' };

const show = (...tiles: readonly MediaTileProps[]) =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        {tiles.map((tile) => (
          <MediaTile key={tile.alt} {...tile} />
        ))}
      </ChakraProvider>
    </Provider>,
  );

const picture = (name: string) => screen.getByRole<HTMLImageElement>('img', { name });
const films = () => [...document.querySelectorAll('video')];
const control = (name: string) => screen.getByRole('button', { name });
const at = (path: string) => `${window.location.origin}/media/${path}`;

/** Reports that the observed element has left the viewport, as the browser would. */
let leaveSight: () => void = () => undefined;
let played: MockInstance<HTMLMediaElement['play']>;
let paused: MockInstance<HTMLMediaElement['pause']>;

beforeEach(() => {
  played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  paused = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
        leaveSight = () => act(() => tell([{ isIntersecting: true }, { isIntersecting: false }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a picture is offered as AVIF, then as WebP, in each stored width, and as the preview itself to every other browser', () => {
  show(photo);
  const [avif, webp] = document.querySelectorAll('source');
  expect(avif).toHaveAttribute('type', 'image/avif');
  expect(avif).toHaveAttribute('sizes', '50vw');
  const widths = (format: string) =>
    [320, 640, 1200].map((width) => `${at(`creator/images/fog-${width}.${format}`)} ${width}w`).join(', ');
  expect(avif).toHaveAttribute('srcset', widths('avif'));
  expect(webp).toHaveAttribute('type', 'image/webp');
  expect(webp).toHaveAttribute('srcset', widths('webp'));
  expect(picture('Harbour fog').src).toBe(at('creator/images/fog.webp'));
  expect(picture('Harbour fog')).toHaveAttribute('loading', 'lazy');
});

test('a picture fills its tile, whatever its size', () => {
  show({ ...photo, width: 1200, height: 900 });
  expect(picture('Harbour fog')).toHaveAttribute('width', '1200');
  expect(picture('Harbour fog')).toHaveAttribute('height', '900');
  expect(picture('Harbour fog')).not.toHaveStyle({ width: '1200px' });
});

test.each([
  ['of another site', 'https://cdn.example/fog.jpg'],
  ['written as data', 'data:image/png;base64,AAAA'],
])('[MEDIA-17] [MEDIA-20] a picture %s has no renditions', (_where, media) => {
  show({ ...photo, media });
  expect(document.querySelector('source')).toBeNull();
  expect(picture('Harbour fog').src).toBe(media);
});

test('a blurred picture is shown until the picture has loaded, and is then hidden', () => {
  show(photo);
  const placeholder = document.querySelector<HTMLElement>('[style*="AAAA"]');
  expect(placeholder).toBeVisible();
  expect(picture('Harbour fog')).toHaveStyle({ opacity: '0' });
  fireEvent.load(picture('Harbour fog'));
  expect(picture('Harbour fog')).toHaveStyle({ opacity: '1' });
  expect(placeholder).not.toBeVisible();
});

test('[MKT-43] a missing rendition is replaced by the preview itself, and a missing preview by a message', () => {
  show(photo);
  fireEvent.error(picture('Harbour fog'));
  expect(document.querySelector('source')).toBeNull();
  expect(picture('Harbour fog').src).toBe(at('creator/images/fog.webp'));
  fireEvent.error(picture('Harbour fog'));
  expect(screen.getByText('Image unavailable')).toBeVisible();
});

test.each([
  ['image', 'Image unavailable'],
  ['video', 'Video unavailable'],
  ['audio', 'Media unavailable'],
] as const)('[MEDIA-21] [MKT-43] a forbidden address of type %s shows %s', (type, words) => {
  show({ ...photo, media: 'javascript:alert(1)', type: type as 'image' });
  expect(screen.getByText(words)).toBeVisible();
  expect(document.querySelector('img, video, a')).toBeNull();
});

test('[MKT-45] an empty address shows a placeholder', () => {
  show({ ...photo, media: '' });
  expect(screen.getByText('No preview yet')).toBeVisible();
});

test('[MKT-14] a hovered video plays muted over its still, and is reset when the pointer leaves', () => {
  show(film);
  const [video] = films();
  expect(picture('Waves')).toBeInTheDocument();
  expect(video).toHaveAttribute('preload', 'none');
  expect(video).toMatchObject({ muted: true, loop: true, playsInline: true, src: at('creator/videos/waves.mp4') });
  fireEvent.pointerEnter(video as Element, { pointerType: 'mouse' });
  expect(played).toHaveBeenCalledTimes(1);
  fireEvent.playing(video as Element);
  expect(video).toHaveStyle({ opacity: '1' });
  (video as HTMLVideoElement).currentTime = 3;
  fireEvent.pointerLeave(video as Element, { pointerType: 'mouse' });
  expect(paused).toHaveBeenCalledTimes(1);
  expect(video).toHaveProperty('currentTime', 0);
  expect(video).toHaveStyle({ opacity: '0' });
});

test('a video plays when its control gets the focus, and Enter pauses and plays it', async () => {
  show(film);
  await user().tab();
  expect(control('Pause the preview of Waves')).toHaveFocus();
  await user().keyboard('{Enter}');
  expect(control('Play the preview of Waves')).toHaveFocus();
  await user().keyboard('{Enter}');
  expect(control('Pause the preview of Waves')).toHaveFocus();
  await user().tab();
  expect(control('Play the preview of Waves')).not.toHaveFocus();
});

test('touching a video doesn’t start it; a tap on its control does, and another one pauses it', () => {
  show(film);
  const [video] = films();
  fireEvent.pointerEnter(video as Element, { pointerType: 'touch' });
  expect(played).not.toHaveBeenCalled();
  fireEvent.click(control('Play the preview of Waves'));
  expect(played).toHaveBeenCalledTimes(1);
  fireEvent.click(control('Pause the preview of Waves'));
  expect(paused).toHaveBeenCalledTimes(1);
});

test('only one video plays at a time', () => {
  show(film, { ...film, alt: 'Dunes' });
  fireEvent.click(control('Play the preview of Waves'));
  fireEvent.click(control('Play the preview of Dunes'));
  expect(control('Play the preview of Waves')).toBeVisible();
  expect(control('Pause the preview of Dunes')).toBeVisible();
  expect(paused).toHaveBeenCalledTimes(1);
});

test('a video that is scrolled out of view stops', () => {
  show(film);
  fireEvent.click(control('Play the preview of Waves'));
  leaveSight();
  expect(control('Play the preview of Waves')).toBeVisible();
});

test.each([
  [
    'prefers reduced motion',
    () => vi.stubGlobal('matchMedia', (media: string) => ({ matches: media.includes('reduced') })),
  ],
  [
    'saves data',
    () => vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } })),
  ],
])('for a user who %s a video only plays when its control is pressed', (_wish, wished) => {
  wished();
  show(film);
  const [video] = films();
  fireEvent.pointerEnter(video as Element, { pointerType: 'mouse' });
  act(() => control('Play the preview of Waves').focus());
  expect(played).not.toHaveBeenCalled();
  fireEvent.click(control('Play the preview of Waves'));
  expect(played).toHaveBeenCalledTimes(1);
});

test('if the browser blocks autoplay, the control offers to play', async () => {
  played.mockRejectedValue(new DOMException('Not now', 'NotAllowedError'));
  show(film);
  fireEvent.pointerEnter(films()[0] as Element, { pointerType: 'mouse' });
  expect(await screen.findByRole('button', { name: 'Play the preview of Waves' })).toBeVisible();
});

test('[MKT-43] a video that can’t be loaded says so over its still', () => {
  show(film);
  fireEvent.click(control('Play the preview of Waves'));
  fireEvent.error(films()[0] as Element);
  expect(screen.getByRole('status')).toHaveTextContent('Video unavailable');
  expect(picture('Waves')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a video without a still shows its own first frame, or a message if it fails', () => {
  show({ ...film, media: 'https://cdn.example/waves.mp4', clip: null });
  const [video] = films();
  expect(video).toHaveAttribute('preload', 'metadata');
  expect(video).toHaveStyle({ opacity: '1' });
  fireEvent.error(video as Element);
  expect(screen.getByText('Video unavailable')).toBeVisible();
  expect(films()).toEqual([]);
});

test('a video that is still being prepared shows its still, with nothing to play', () => {
  show({ ...film, clip: null });
  expect(picture('Waves')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[FIX-13] a tile that shows the whole picture doesn’t crop it', () => {
  show({ ...photo, whole: true }, { ...photo, alt: 'Cut to fill' }, { ...film, whole: true });
  expect(picture('Harbour fog')).toHaveStyle({ objectFit: 'contain' });
  expect(picture('Cut to fill')).toHaveStyle({ objectFit: 'cover' });
  expect(films()[0]).toHaveStyle({ objectFit: 'contain' });
});
