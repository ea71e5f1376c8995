// Link port: whether this device is on a network.
// Contract: `joined` is a fast local hint: true means that a connection attempt makes sense, not that a peer will
// answer.
// `onChange` reports each change, not the initial state, and never before it has returned. While there are listeners,
// `joined` equals the last reported state. The returned function unsubscribes.

export interface Link {
  /** Returns a hint: true means that a connection attempt makes sense, not that a peer will answer. */
  joined(): boolean;
  /**
   * @param listener Called at each change, not with the initial state.
   * @returns Unsubscribes.
   */
  onChange(listener: (joined: boolean) => void): () => void;
}
