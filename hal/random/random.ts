// Random port: the only source of randomness in firmware and sims. Contract: `float` is uniform in [0, 1); `int(n)` is
// uniform in 0..n-1; `normal` has mean 0 and standard deviation 1; `bytes(n)` returns n uniform bytes. `fork(concern)`
// returns an independent stream: draws from it never shift the draws of another stream. The same seed and the same
// concern give the same stream. (The real port has no seed: its forks are simply random.)

export interface Random {
  /** Returns a number uniform in [0, 1). */
  float(): number;
  /** Returns an integer uniform in 0..below-1. */
  int(below: number): number;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  normal(): number;
  bytes(count: number): Uint8Array;
  /**
   * @param concern Purpose of the stream; the same seed and the same concern give the same stream.
   * @returns A stream whose draws never shift the draws of another stream.
   */
  fork(concern: string): Random;
}

/** Builds a stream on one source of 32-bit numbers. */
export function randomFrom(nextU32: () => number, fork: (concern: string) => Random): Random {
  const float = (): number => (nextU32() >>> 5) * 2 ** -27 + (nextU32() >>> 6) * 2 ** -53;
  return {
    float,
    int: (below) => Math.floor(float() * below),
    // Box-Muller transform; 1 - float() keeps the logarithm finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - float())) * Math.cos(2 * Math.PI * float()),
    bytes: (count) => Uint8Array.from({ length: count }, () => nextU32() >>> 24),
    fork,
  };
}
