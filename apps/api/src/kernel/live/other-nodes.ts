/** A document of a view changed: whoever has watchers of its room reads it. Some 200 bytes, however large the document. */
export interface Hint {
  readonly view: string;
  /** The document's. */
  readonly key: string;
  /** Who watches: the document's own key, or that of a room of many. */
  readonly room: string;
  /** The document's, in the log. */
  readonly position: number;
  /** The document is gone. */
  readonly removed?: true;
}

/** What nodes tell each other. None of it is a document, or anything else of a person. */
export type NodeMessage =
  | { readonly changed: readonly Hint[] }
  /** Other documents are in this view's place now. */
  | { readonly promoted: string }
  /** The sockets of this session are to be closed. */
  | { readonly endedSession: string };

/** The nodes beside this one, as far as who watches is concerned: they tell each other what they can't see themselves. */
export abstract class OtherNodes {
  /** False for a node that stands alone. */
  abstract readonly exist: boolean;
  /** Never throws and never waits: the others notice that they missed something, and look for themselves. */
  abstract send(message: NodeMessage): void;
  /** Hears what the others tell; answers how to stop. */
  abstract onMessage(listener: (message: NodeMessage) => void): () => void;
  /** Whether what this node tells goes out, and comes back to itself. */
  abstract isReachable(): boolean;
  /**
   * Told whether this node hears everything that the others tell: at each change, once now, and with `true` again when
   * something was missed that they tell no more.
   */
  abstract onConnectionChange(listener: (hears: boolean) => void): void;
  /** Says that this node ends, so that its silence means nothing. */
  abstract close(): Promise<void>;
}

export const noOtherNodes: OtherNodes = {
  exist: false,
  send: () => undefined,
  onMessage: () => () => undefined,
  isReachable: () => true,
  onConnectionChange: () => undefined,
  close: () => Promise.resolve(),
};
