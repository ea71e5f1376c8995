// A table: four that hold requests. What the benchmark does with it is the same for the relay and for the bare server.

export const SEATS = 4;

export interface Table {
  /** A guest (0..2) sends an input; resolves with the time at which the host's poll came back with it. */
  input(guest: number): Promise<number>;
  /** The host publishes; resolves with the time at which the last guest's heartbeat came back. */
  publish(): Promise<number>;
  /** Sends inputs of a guest one after the other, without waiting for who wakes. */
  stream(guest: number, count: number): Promise<void>;
  /** What the host has received, and what of it was doubled or out of order. */
  received(): { readonly inputs: number; readonly wrong: number };
  close(): void;
}

/** Runs `round` again and again until `stop` is called; what fails before that is thrown. */
export function forever(round: () => Promise<void>): () => void {
  const running = { on: true };
  const run = async (): Promise<void> => {
    while (running.on) await round();
  };
  void run().catch((error: unknown) => {
    if (running.on) throw error;
  });
  return () => (running.on = false);
}

/** Resolves, with the time, once each of these seats has come back. */
export class Returns {
  readonly #waiting = new Set<{ readonly missing: Set<number>; readonly done: (at: number) => void }>();

  all(seats: readonly number[]): Promise<number> {
    return new Promise((done) => this.#waiting.add({ missing: new Set(seats), done }));
  }

  came(seat: number): void {
    for (const waiter of this.#waiting) {
      waiter.missing.delete(seat);
      if (waiter.missing.size > 0) continue;
      this.#waiting.delete(waiter);
      waiter.done(performance.now());
    }
  }
}
