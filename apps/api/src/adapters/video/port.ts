/** The public previews of a video. Both files are in its folder. */
export interface PosterAndClip {
  /** A still picture without a watermark. */
  readonly poster: string;
  /** Short, silent, watermarked, and without any of the video's metadata. Its extension tells the format. */
  readonly clip: string;
}

/** A video without previews: it is broken or missing, or takes too much time or memory. */
export interface VideoFailure {
  /** A sentence for its creator. */
  readonly reason: string;
  /** For the operator. */
  readonly detail: string;
}

/** Work on still pictures, which is done in another process. All files are written by ffmpeg. */
export interface Stills {
  /** Writes a PNG of the watermark, as large as the picture `like`. */
  drawWatermark(like: string, file: string): Promise<void>;
  /** Returns the index of the picture that shows the most detail. */
  mostDetailed(files: readonly string[]): Promise<number>;
}

export interface VideoPreviewer {
  /**
   * Makes a poster and a clip. Writes only into the file's own folder, which the caller deletes. The file's extension
   * must be the detected type.
   * @throws when it was aborted, or the tool can't be run
   */
  posterAndClip(file: string, signal: AbortSignal): Promise<PosterAndClip | VideoFailure>;
}

/** The programs that previews of videos are made with. */
export abstract class VideoTools {
  /** Whether this machine has them. */
  abstract areThere(): Promise<boolean>;
  /** Resolves to null on a machine that lacks them. */
  abstract open(stills: Stills): Promise<VideoPreviewer | null>;
}
