// A file that is installed as the extension, as the front panel shows it: its name, and why the current file does
// not load.

import type { ScriptFile } from '../../sims/panel/panel-device.ts';

export interface ShownScriptFile extends ScriptFile {
  /** Sets the problem with the current file; null once it is installed. */
  show(problem: ReturnType<ScriptFile['state']>['problem']): void;
}

export function createScriptFile(name: string): ShownScriptFile {
  const listeners = new Set<() => void>();
  let state: ReturnType<ScriptFile['state']> = { name, problem: null, loads: 0 };
  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(problem) {
      state = { name, problem, loads: state.loads + (problem === null ? 1 : 0) };
      for (const listener of listeners) listener();
    },
  };
}
