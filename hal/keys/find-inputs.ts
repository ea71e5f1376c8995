// The input devices of this machine, as /sys describes them, whether or not they may be opened.

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitsOfText } from './evdev.ts';
import { useOf, type InputUse } from './input-use.ts';
import type { KeyMap } from './key-map.ts';

export const INPUT_FOLDER = '/dev/input';
const INPUT_SYS_FOLDER = '/sys/class/input';

export interface FoundInput {
  readonly path: string;
  /** As the device calls itself, and where it is connected; empty where it does not say. */
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

/** What to do about a device that may not be opened. */
export const ACCESS_HINT =
  'add the user to the group input, or a udev rule: SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"';

/** All that are of use, in the order of their numbers. */
export const findInputs = (map: KeyMap, folders: InputFolders = {}): readonly AccessibleInput[] =>
  eventNames(folders.folder ?? INPUT_FOLDER).flatMap((event) => {
    const found = describeInput(event, map, folders);
    return found ? [{ ...found, access: mayOpen(found.path) }] : [];
  });

/** `event0`, `event1`, …; none where there is no such folder. */
export function eventNames(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^event\d+$/.test(name));
    return names.sort((a, b) => Number(a.slice('event'.length)) - Number(b.slice('event'.length)));
  } catch {
    return [];
  }
}

/** @returns Null for a device that is of no use. */
export function describeInput(
  event: string,
  map: KeyMap,
  { folder = INPUT_FOLDER, sys_folder = INPUT_SYS_FOLDER }: InputFolders,
): FoundInput | null {
  const said = (file: string): string => textOf(join(sys_folder, event, 'device', file));
  const name = said('name');
  const use = useOf(
    {
      name,
      keys: bitsOfText(said('capabilities/key')),
      rel: bitsOfText(said('capabilities/rel')),
      abs: bitsOfText(said('capabilities/abs')),
      properties: bitsOfText(said('properties')),
    },
    map,
  );
  return use && { path: join(folder, event), name, phys: said('phys'), use };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return ''; // a device need not say everything, and may be gone by now
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
