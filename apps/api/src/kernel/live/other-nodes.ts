/**
 * Announces a changed document: nodes with watchers of its room read it. Some 200 bytes, whatever the document's size.
 */
export interface Hint {
  readonly view: string;
  /** The document's key. */
  readonly key: string;
  /** The room: the document's own key, or that of a room with many documents. */
  readonly room: string;
  /** The document's log position. */
  readonly position: number;
  /** Set if the document was deleted. */
  readonly removed?: true;
}

/** Messages between nodes. They never contain a document or anything else about a person. */
export type NodeMessage =
  | { readonly changed: readonly Hint[] }
  /** A replay has replaced this view's documents. */
  | { readonly promoted: string }
  /** The sockets of this session must be closed. */
  | { readonly endedSession: string };

/** The other nodes: they tell each other about changes and ended sessions, which concern their own watchers. */
export abstract class OtherNodes {
  /** False for a node that runs alone. */
  abstract readonly exist: boolean;
  /** Never throws and never waits: nodes that miss a message notice that, and read for themselves. */
  abstract send(message: NodeMessage): void;
  /** Listens to messages from other nodes; returns a function that stops listening. */
  abstract onMessage(listener: (message: NodeMessage) => void): () => void;
  /** Whether messages from this node go out, and come back to itself. */
  abstract isReachable(): boolean;
  /**
   * Calls the listener with whether this node receives all messages of the others: immediately, at each change, and
   * with `true` again after missing messages that won't be sent again.
   */
  abstract onConnectionChange(listener: (isConnected: boolean) => void): void;
  /** Announces that this node is shutting down, so that its silence means nothing. */
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
