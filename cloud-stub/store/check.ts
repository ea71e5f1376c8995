// Result types of the check of a script before publication (store §4.1). The store does not run the script itself; the
// checker is injected.

import type { ExtensionKind } from '../../wire/store/messages.ts';

/** Upper limits of the resources that a script uses on a device. */
export interface Figures {
  readonly heap_bytes: number;
  /** Instructions of the top level. */
  readonly instructions: number;
  /** Instructions of one callback. */
  readonly call_instructions: number;
  /** Time to paint one picture, roughly in microseconds on a desktop. */
  readonly paint_us: number;
  /** Failures when each callback was called once, as sentences. */
  readonly warnings: readonly string[];
}

export interface Looks {
  /** WebP of its first screen at half size; null if it draws nothing. */
  readonly thumbnail: Uint8Array | null;
  /** WebP of its first screen, and of one after a putt; empty if it draws nothing. */
  readonly pictures: readonly Uint8Array[];
  readonly figures: Figures;
}

export type CheckResult =
  | {
      readonly ok: true;
      readonly extension: {
        readonly name: string;
        readonly kind: ExtensionKind;
        /** Version in the manifest; null if none. */
        readonly version: number | null;
        readonly about: string;
      };
      /** Undefined if no pictures were taken. */
      readonly looks?: Looks;
    }
  | {
      readonly ok: false;
      readonly problem: {
        readonly code:
          | 'text_too_large'
          | 'compile_error'
          | 'runaway_top_level'
          | 'double_manifest'
          | 'no_manifest'
          | 'bad_manifest'
          /** No verdict, because the check timed out. */
          | 'checker_busy';
        readonly message: string;
        readonly line: number | null;
      };
    };

export type PublishCheck = (text: string) => Promise<CheckResult>;
