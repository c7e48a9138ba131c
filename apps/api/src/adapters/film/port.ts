/** What is shown of a video. Both files lie beside it. */
interface Film {
  /** A picture, without any mark. */
  readonly poster: string;
  /** Short, silent, marked, without any metadata of the video; its extension tells the format. */
  readonly clip: string;
}

/** The file's own fault, or too much of it. */
interface FilmFailure {
  /** A sentence for its creator. */
  readonly reason: string;
  /** For the operator. */
  readonly detail: string;
}

/** Work on still pictures, which is not done in this process. All files are ffmpeg's own. */
export interface Stills {
  /** Writes the mark for a picture as large as `like`, as PNG. */
  drawMark(like: string, file: string): Promise<void>;
  /** The place of the one with most to see. */
  fullest(files: readonly string[]): Promise<number>;
}

export interface FilmMaker {
  /**
   * Writes only into the file's own folder, which the caller clears away. The extension tells what the file was judged
   * to be.
   * @throws when it was aborted, or the tool can't be run
   */
  posterAndClip(file: string, signal: AbortSignal): Promise<Film | FilmFailure>;
}

/** Null on a machine without what it takes. */
export type OpenFilmMaker = () => Promise<FilmMaker | null>;
