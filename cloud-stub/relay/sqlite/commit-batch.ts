// Batches the changes of concurrent requests: one commit, then held requests are woken, then callers are answered. So
// no answer confirms what a crash could still lose, and one input causes one answer.

export interface CommitBatch {
  /** Runs a job at the end of the batch, after the commit; or `lost` if the commit fails. */
  atEnd(job: () => void, lost: () => void): void;
  /** Records that the session of this host changed; its held requests are checked at the end of the batch. */
  changed(host: string): void;
  /** Records a write that no caller waits for; it is committed at the end of the batch. */
  wrote(): void;
  /** Ends the batch now. */
  end(): void;
}

interface TurnOptions {
  /** Runs a function after the requests that have already arrived and before any timer. */
  readonly soon: (run: () => void) => void;
  readonly commit: () => void;
  /** Called once if a commit fails. Nothing is committed afterwards. */
  readonly onLost: (reason: unknown) => void;
  /** `since_ms`: time of the change. */
  readonly wake: (host: string, since_ms: number) => void;
  readonly now_ms: () => number;
}

/**
 * Creates the batch. It starts with its first entry and ends when `soon` runs it: commit, wake, answer, in that order.
 */
export function createTurn({ soon, commit, onLost, wake, now_ms }: TurnOptions): CommitBatch {
  let jobs: { readonly run: () => void; readonly lost: () => void }[] = [];
  let hosts = new Map<string, number>();
  let set = false;
  let lost = false;
  const committed = (): boolean => {
    try {
      if (!lost) commit();
    } catch (thrown) {
      lost = true;
      onLost(thrown);
    }
    return !lost;
  };
  const end = (): void => {
    set = false;
    const kept = committed();
    const [answering, waking] = [jobs, hosts];
    jobs = [];
    hosts = new Map();
    if (kept) for (const [host, since_ms] of waking) wake(host, since_ms);
    for (const job of answering) (kept ? job.run : job.lost)();
  };
  const expectEnd = (): void => {
    if (!set) soon(end);
    set = true;
  };
  return {
    atEnd(run, lost_job) {
      jobs.push({ run, lost: lost_job });
      expectEnd();
    },
    changed(host) {
      if (!hosts.has(host)) hosts.set(host, now_ms());
      expectEnd();
    },
    wrote: expectEnd,
    end,
  };
}
