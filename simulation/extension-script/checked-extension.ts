// An extension from a file: the entry for its slot on a device, or its problem.

import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import { sourceAround, type SourceLine } from '../../firmware/extension-runtime/failure.ts';
import { entryOf, type Installed } from '../../firmware/persisted/extensions.ts';
import { sha256Of } from '../../wire/signing.ts';

/** Share code of local extensions. The store never assigns it: no code of the store starts with five zeros. */
export const LOCAL_CODE = '00000';

export interface ExtensionFile {
  readonly entry: Installed;
  readonly bytes: Uint8Array;
  readonly verdict: Extract<CheckVerdict, { ok: true }>;
}

/** Problem of a file. */
export interface FileProblem {
  readonly message: string;
  readonly line: number | null;
  /** Error code of the checker if it rejected the file, else null. */
  readonly code: Problem['code'] | null;
  /** Source line with its context. */
  readonly source: readonly SourceLine[];
}

export type ExtensionCheck =
  | { readonly ok: true; readonly value: ExtensionFile }
  | { readonly ok: false; readonly problem: FileProblem };

type Problem = Extract<CheckVerdict, { ok: false }>['problem'];

/** Combines the bytes of a file with the checker's verdict. */
export function checkedExtension(bytes: Uint8Array, verdict: CheckVerdict): ExtensionCheck {
  if (!verdict.ok) {
    const source = sourceAround(new TextDecoder().decode(bytes), verdict.problem.line);
    return { ok: false, problem: { ...verdict.problem, source } };
  }
  const from = { code: LOCAL_CODE, version: 1, sha256: sha256Of(bytes), default: false };
  const entry = entryOf(verdict.extension, from);
  return { ok: true, value: { entry, bytes, verdict } };
}
