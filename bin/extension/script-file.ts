// The file that `tapin extension run` puts into its device, as the front panel tells of it: its name, and why what is on the disk does not
// load.

import type { ScriptFile } from '../../sims/panel/panel-device.ts';

export interface ShownScriptFile extends ScriptFile {
  /** What is wrong with the file as it is now; null once it is in the device. */
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
