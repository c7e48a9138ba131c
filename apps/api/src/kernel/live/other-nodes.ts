import type { Server } from 'socket.io';

/** The nodes beside this one, as far as who watches is concerned: they tell each other what they can't see themselves. */
export abstract class OtherNodes {
  /** False for a node that stands alone. */
  abstract readonly areThere: boolean;
  /** From now on what is said to a room goes to the sockets of all nodes. */
  abstract connect(server: Server): void;
  abstract isReachable(): boolean;
  /** Called at each change, and once now. */
  abstract onReachable(listener: (reachable: boolean) => void): void;
  /** Other documents stand in a view's place now. Nodes that can't be reached look for themselves. */
  abstract announcePromotion(view: string): void;
  /** Answers how to stop. */
  abstract onPromotion(listener: (view: string) => void): () => void;
}

export const noOtherNodes: OtherNodes = {
  areThere: false,
  connect: () => undefined,
  isReachable: () => true,
  onReachable: () => undefined,
  announcePromotion: () => undefined,
  onPromotion: () => () => undefined,
};
