// Event of a device as the page shows it, on lanes as in a trace (docs/timeline.md).

export interface TimelineEvent {
  /** Serial number for the life of the server. */
  readonly number: number;
  /** Time on the device's clock. */
  readonly at_ms: number;
  readonly lane: string;
  /**
   * Kind of event. `show`: sets what the lane shows from now on. `begin`, `end`: bound an item that may overlap with
   * other items on its lane.
   */
  readonly what: 'moment' | 'show' | 'begin' | 'end' | 'figure';
  /** Name; null if a lane stops showing anything. */
  readonly name: string | null;
  /** Key that pairs `begin` and `end`. */
  readonly key?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Number of the input event that caused it. */
  readonly cause?: number;
  /** Set on an event older than the retained ones that still applies. */
  readonly carried?: true;
}
