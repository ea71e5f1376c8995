// Storage of a virtual board on its panel.

import { damageNewest, lyingRecords, readImage, writeImage, type MemoryImage } from '../../hal/flash/chip.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import type { PanelPower, PanelStorage } from '../../sims/panel/panel-device.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { IDENTITY } from '../recordings/storage-ports.ts';

/** Stored values by record name. */
interface Replaced {
  readonly before: Readonly<Record<string, Uint8Array>>;
  readonly after: Readonly<Record<string, Uint8Array>>;
}

/**
 * Creates the storage of the panel; null if its power cannot be cut or its contents cannot be inspected.
 * @param note Receives everything stored before and after an operator has replaced the memory.
 */
export function createPanelStorage(
  flash: Flash & Partial<SwitchedFlash>,
  power: PanelPower,
  note: (replaced: Replaced) => void,
): PanelStorage | null {
  const { disk, onNextWrite, cutPower } = flash;
  if (!disk || !onNextWrite || !cutPower) return null;
  const listeners = new Set<() => void>();
  let cuts = false;
  const setCut = (cut: boolean): void => {
    cuts = cut;
    onNextWrite(cut ? cutNow : null);
    for (const notify of listeners) notify();
  };
  const cutNow = (): void => {
    // Cut the power immediately, so that the write stays half done; the firmware stops as soon as it can.
    void cutPower();
    void power.turn('cut');
    setCut(false);
  };
  const image = async (): Promise<Result<MemoryImage>> => {
    const all = await readImage(disk);
    return all.ok ? ok(new Map([...all.value].filter(([name]) => name !== IDENTITY))) : all;
  };
  return {
    records: () => lyingRecords(disk),
    writes: () => flash.writes(),
    damage: (name) => damageNewest(disk, name),
    cutsAtNextWrite: () => cuts,
    setCutAtNextWrite: setCut,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    image,
    replace: (next) =>
      power.whileCut(async () => {
        const before = await image();
        const written = await writeImage(disk, next, (name) => name === IDENTITY);
        const after = await image();
        if (before.ok && after.ok)
          note({ before: Object.fromEntries(before.value), after: Object.fromEntries(after.value) });
        return written;
      }),
  };
}
