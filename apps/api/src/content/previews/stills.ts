import type { Stills } from '../../adapters/film/port.ts';
import type { Pictures } from '../../media/public.ts';

/** One film is made at a time, so that all of them are one among those who take turns. */
export const videosOwner = 'films';

export const stillsBy = (pictures: Pictures): Stills => ({
  drawMark: async (like, file) => {
    await pictures.enqueue(videosOwner, (studio) => studio.make({ kind: 'mark', like, file }));
  },
  fullest: (files) => pictures.enqueue(videosOwner, (studio) => studio.make({ kind: 'fullest', files })),
});
