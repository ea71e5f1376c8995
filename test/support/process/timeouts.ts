// How long a test waits for what should come at once: so long that only a defect takes it, on a busy machine too. Shorter than ava's own
// limit, so that the wait says what it waited for.

export const TIMEOUT_MS = 120_000;
