// What the store wants to know of a text before it publishes it (store §4.1). Who runs the text is not its business: the checker is
// given to it.

import type { ExtensionKind } from '../../wire/store/messages.ts';

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
