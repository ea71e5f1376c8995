// A turn: what requests change is gathered, then committed as one, then whoever waits wakes, then whoever asked is answered. So
// nobody is answered what a crash could still take back, and one input causes one answer.

export interface Turn {
  /** Runs a job at the end of the turn, after the commit; `lost` in its place where that fails. */
  atEnd(job: () => void, lost: () => void): void;
  /** The session of this host changed; who waits for it is looked at when the turn ends. */
  changed(host: string): void;
  /** Something was written that nobody waits for; it is committed at the end of the turn. */
  wrote(): void;
  /** Ends the turn now. */
  end(): void;
}

interface TurnOptions {
  /** Runs a function soon: after the requests that are there already, before any timer. */
  readonly soon: (run: () => void) => void;
  readonly commit: () => void;
  /** Called once, where a commit fails. Nothing is committed from then on. */
  readonly onLost: (reason: unknown) => void;
  /** `since_ms`: when the change came. */
  readonly wake: (host: string, since_ms: number) => void;
  readonly now_ms: () => number;
}

/** A turn begins with the first thing that is gathered, and ends when `soon` runs it: commit, wake, answer, in that order. */
export function createTurn({ soon, commit, onLost, wake, now_ms }: TurnOptions): Turn {
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
