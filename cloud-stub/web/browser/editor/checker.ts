// Client of the runtime's checker for the editor: checks one text at a time in a Worker, which is restarted after a
// forced stop.

import type { ScriptFailure } from '../../../../firmware/extension-runtime/failure.ts';
import type { HostAnswer, HostRequest } from '../../../../firmware/extension-runtime/host.ts';
import type { Manifest } from '../../../../firmware/extension-runtime/manifest.ts';
import type { Isolate, Isolates } from '../../../../hal/isolate/isolate.ts';

export type EditorCheck =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly problem: Pick<ScriptFailure, 'message' | 'line'> };

export interface Checker {
  check(text: string): Promise<EditorCheck>;
}

const NO_EXTENSION = { message: 'Not an extension.', line: null };

export function createChecker(isolates: Isolates): Checker {
  let isolate: Isolate | null = null;
  return {
    check: (text) =>
      new Promise((resolve) => {
        const current = (isolate ??= isolates.start());
        current.request({ kind: 'check', text } satisfies HostRequest, (result) => {
          if (!result.ok) {
            if (isolate === current) isolate = null;
            return resolve({ ok: false, problem: { message: result.error.message, line: null } });
          }
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
          const { failure, manifest } = result.value as HostAnswer;
          resolve(failure || !manifest ? { ok: false, problem: failure ?? NO_EXTENSION } : { ok: true, manifest });
        });
      }),
  };
}
