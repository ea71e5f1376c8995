// What happens to a device, as the page shows it: on lanes, the way a trace has them (docs/timeline.md).

export interface TimelineEvent {
  /** Counts up for the life of the server. */
  readonly number: number;
  /** On the device's clock. */
  readonly at_ms: number;
  readonly lane: string;
  /** `show`: what the lane shows from now on. `begin`, `end`: of something that may overlap with others of its lane. */
  readonly what: 'moment' | 'show' | 'begin' | 'end' | 'figure';
  /** Null where a lane shows nothing any more. */
  readonly name: string | null;
  /** By which `begin` and `end` find each other. */
  readonly key?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The number of what entered and brought it about. */
  readonly cause?: number;
  /** Older than what is kept, and here since it still holds. */
  readonly carried?: true;
}
