// Timeout for events that should happen immediately: long enough that only a defect exceeds it, even on a busy machine,
// and shorter than ava's own limit, so that the error names the event.

export const TIMEOUT_MS = 120_000;
