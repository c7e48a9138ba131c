import type { Stills } from '../../adapters/video/port.ts';
import type { Pictures } from '../../media/public.ts';

/** The owner in the picture queue of all work for videos: they are prepared one at a time, so they share one turn. */
export const videosOwner = 'videos';

export const stillsBy = (pictures: Pictures): Stills => ({
  drawWatermark: async (like, file) => {
    await pictures.enqueue(videosOwner, (maker) => maker.make({ kind: 'watermark', like, file }));
  },
  mostDetailed: (files) => pictures.enqueue(videosOwner, (maker) => maker.make({ kind: 'most-detailed', files })),
});
