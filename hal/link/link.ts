// The link port: whether this device is on a network.
//
// Contract
// - `joined` is a hint, quick and without asking anybody: true means that trying makes sense, not that anybody will answer.
// - `onChange` hears of each change, not of the state at the beginning, and never before it has returned. While anybody
//   listens, `joined` is what was told last. What it gives back ends it.

export interface Link {
  /** A hint: true means that trying makes sense, not that anybody will answer. */
  joined(): boolean;
  /**
   * @param listener Hears of each change, not of the state at the beginning.
   * @returns Ends it.
   */
  onChange(listener: (joined: boolean) => void): () => void;
}
