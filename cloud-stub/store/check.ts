// What the store wants to know of a text before it publishes it (store §4.1). Who runs the text is not its business: the checker is
// given to it.

import type { ExtensionKind } from '../../wire/store/messages.ts';

/** What a text takes of a device, each at most. */
export interface Figures {
  readonly heap_bytes: number;
  /** Of the top level. */
  readonly instructions: number;
  /** Of one callback. */
  readonly call_instructions: number;
  /** Of painting one picture, about microseconds on a desktop. */
  readonly paint_us: number;
  /** What failed when each callback was called once, as sentences. */
  readonly warnings: readonly string[];
}

export interface Looks {
  /** WebP, half as large as the screen: its first one; null where it draws nothing. */
  readonly thumbnail: Uint8Array | null;
  /** WebP: its first screen, and one after a putt; none where it draws nothing. */
  readonly pictures: readonly Uint8Array[];
  readonly figures: Figures;
}

export type CheckResult =
  | {
      readonly ok: true;
      readonly extension: {
        readonly name: string;
        readonly kind: ExtensionKind;
        /** As the manifest has it; null where it has none. */
        readonly version: number | null;
        readonly about: string;
      };
      /** Left out where nobody looked. */
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
          /** There is no verdict: it did not come in time. */
          | 'checker_busy';
        readonly message: string;
        readonly line: number | null;
      };
    };

export type PublishCheck = (text: string) => Promise<CheckResult>;
