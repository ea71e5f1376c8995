// The random port: the only source of chance in firmware and sims.
//
// Contract
// - `float` is uniform in [0, 1); `int(n)` uniform in 0..n-1; `normal` has mean 0 and standard deviation 1;
//   `bytes(n)` are n uniform bytes.
// - `fork(concern)` is a stream of its own: draws from it never shift the draws of another stream. The same seed and the
//   same concern give the same stream again. (The real one has no seed: its forks are simply random.)

export interface Random {
  /** @returns Uniform in [0, 1). */
  float(): number;
  /** @returns Whole, uniform in 0..below-1. */
  int(below: number): number;
  /** @returns Of mean 0 and standard deviation 1. */
  normal(): number;
  bytes(count: number): Uint8Array;
  /**
   * @param concern What the stream is for; the same seed and the same concern give the same stream.
   * @returns A stream whose draws never shift those of another one.
   */
  fork(concern: string): Random;
}

/** What every stream has in common: all draws rest on one source of 32-bit numbers. */
export function randomFrom(nextU32: () => number, fork: (concern: string) => Random): Random {
  const float = (): number => (nextU32() >>> 5) * 2 ** -27 + (nextU32() >>> 6) * 2 ** -53;
  return {
    float,
    int: (below) => Math.floor(float() * below),
    // Box and Muller's method; 1 - float() keeps the logarithm finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - float())) * Math.cos(2 * Math.PI * float()),
    bytes: (count) => Uint8Array.from({ length: count }, () => nextU32() >>> 24),
    fork,
  };
}
