// Lists the input devices of this machine from /sys, whether or not the user may open them.

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitsOfText } from './evdev.ts';
import { useOf, type InputUse } from './input-use.ts';
import type { KeyMap } from './key-map.ts';

export const INPUT_FOLDER = '/dev/input';
const INPUT_SYS_FOLDER = '/sys/class/input';

export interface FoundInput {
  readonly path: string;
  /** Name and physical connection that the device reports; '' if it reports none. */
  readonly name: string;
  readonly phys: string;
  readonly use: InputUse;
}

interface AccessibleInput extends FoundInput {
  /** Whether this user may open it. */
  readonly access: boolean;
}

export interface InputFolders {
  readonly folder?: string;
  readonly sys_folder?: string;
}

/** Hint for a device that the user may not open. */
export const ACCESS_HINT =
  'add the user to the group input, or a udev rule: SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"';

/** Returns all usable devices, in numeric order. */
export const findInputs = (map: KeyMap, folders: InputFolders = {}): readonly AccessibleInput[] =>
  eventNames(folders.folder ?? INPUT_FOLDER).flatMap((event) => {
    const found = describeInput(event, map, folders);
    return found ? [{ ...found, access: mayOpen(found.path) }] : [];
  });

/** Returns `event0`, `event1`, …; empty if there is no such folder. */
export function eventNames(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^event\d+$/.test(name));
    return names.sort((a, b) => Number(a.slice('event'.length)) - Number(b.slice('event'.length)));
  } catch {
    return [];
  }
}

/** @returns null for a device without usable keys, steps or touch. */
export function describeInput(
  event: string,
  map: KeyMap,
  { folder = INPUT_FOLDER, sys_folder = INPUT_SYS_FOLDER }: InputFolders,
): FoundInput | null {
  const readAttribute = (file: string): string => textOf(join(sys_folder, event, 'device', file));
  const name = readAttribute('name');
  const use = useOf(
    {
      name,
      keys: bitsOfText(readAttribute('capabilities/key')),
      rel: bitsOfText(readAttribute('capabilities/rel')),
      abs: bitsOfText(readAttribute('capabilities/abs')),
      properties: bitsOfText(readAttribute('properties')),
    },
    map,
  );
  return use && { path: join(folder, event), name, phys: readAttribute('phys'), use };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return ''; // attributes are optional, and the device may be gone by now
  }
}

function mayOpen(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
