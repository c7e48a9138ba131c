import type { Stills } from '../../adapters/video/port.ts';
import type { Pictures } from '../../media/public.ts';

/** One film is made at a time, so that all of them are one among those who take turns. */
export const videosOwner = 'films';

export const stillsBy = (pictures: Pictures): Stills => ({
  drawWatermark: async (like, file) => {
    await pictures.enqueue(videosOwner, (maker) => maker.make({ kind: 'watermark', like, file }));
  },
  mostDetailed: (files) => pictures.enqueue(videosOwner, (maker) => maker.make({ kind: 'most-detailed', files })),
});
