// The storage of a virtual board on its panel.

import { damageNewest, lyingRecords, readImage, writeImage } from '../../hal/flash/chip.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import type { PanelPower, PanelStorage } from '../../sims/panel/panel-device.ts';
import { ok } from '../../wire/errors.ts';
import { IDENTITY } from '../recording/storage-ports.ts';

/** Null for one whose power can't go, or of which nobody sees more than the firmware does. */
export function createPanelStorage(flash: Flash & Partial<SwitchedFlash>, power: PanelPower): PanelStorage | null {
  const { disk, onNextWrite, cutPower } = flash;
  if (!disk || !onNextWrite || !cutPower) return null;
  const listeners = new Set<() => void>();
  let cuts = false;
  const setCut = (cut: boolean): void => {
    cuts = cut;
    onNextWrite(cut ? cutNow : null);
    for (const tell of listeners) tell();
  };
  const cutNow = (): void => {
    // At once, so that the write stays behind half done; the firmware goes when it can be told so.
    void cutPower();
    void power.turn('cut');
    setCut(false);
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
    async image() {
      const image = await readImage(disk);
      return image.ok ? ok(new Map([...image.value].filter(([name]) => name !== IDENTITY))) : image;
    },
    async replace(image) {
      const was_on = power.isOn();
      await power.turn('cut');
      const written = await writeImage(disk, image, (name) => name === IDENTITY);
      if (was_on) await power.turn('on');
      return written;
    },
  };
}
