// Makes this machine a USB keyboard of the connected computer: a kernel gadget set up in configfs, with one boot
// keyboard that takes 8-byte reports and may wake the computer. Facts about configfs that shape this file: a linked
// function rejects further values (EBUSY), as does `UDC` of a bound gadget; unbinding an unbound gadget is ENODEV; a
// controller serves one gadget (EBUSY); a folder can be removed only when nothing links to its content, and its files
// are removed with it. So a bound gadget is left as it is, and a half-built one is unlinked before it is written again.

import * as node from 'node:fs';
import { join } from 'node:path';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';

const GADGETS_FOLDER = '/sys/kernel/config/usb_gadget';
const CONTROLLERS_FOLDER = '/sys/class/udc';
const NAME = 'tapin';

/** HID 1.11, appendix B: modifiers, a reserved byte and six usages in; five LEDs out. */
const REPORT_DESCRIPTOR = Uint8Array.from([
  0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95,
  0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x03, 0x95, 0x05, 0x75, 0x01, 0x05, 0x08, 0x19, 0x01, 0x29, 0x05,
  0x91, 0x02, 0x95, 0x01, 0x75, 0x03, 0x91, 0x03, 0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19,
  0x00, 0x29, 0x65, 0x81, 0x00, 0xc0,
]); // oxfmt-ignore

/** Bus powered, with remote wakeup. */
const ATTRIBUTES = '0xa0';
const FUNCTION = 'functions/hid.usb0';
const CONFIG = 'configs/c.1';
const LINK = `${CONFIG}/hid.usb0`;

/** Vendor and product ID of the Linux Foundation's multifunction gadget, which any device may use. */
const FILES: readonly (readonly [string, string | Uint8Array])[] = [
  ['idVendor', '0x1d6b'],
  ['idProduct', '0x0104'],
  ['strings/0x409/manufacturer', 'FooGolf'],
  ['strings/0x409/product', 'tapin keyboard'],
  [`${FUNCTION}/protocol`, '1'],
  [`${FUNCTION}/subclass`, '1'],
  [`${FUNCTION}/report_length`, '8'],
  [`${FUNCTION}/no_out_endpoint`, '1'],
  [`${FUNCTION}/report_desc`, REPORT_DESCRIPTOR],
  [`${CONFIG}/bmAttributes`, ATTRIBUTES],
  [`${CONFIG}/MaxPower`, '100'],
  [`${CONFIG}/strings/0x409/configuration`, 'Keyboard'],
];

/** Subset of node:fs that the gadget needs. */
export interface GadgetFiles {
  existsSync(path: string): boolean;
  mkdirSync(path: string, options: { readonly recursive: true }): unknown;
  readdirSync(path: string): string[];
  readFileSync(path: string, encoding: 'utf8'): string;
  rmdirSync(path: string): void;
  symlinkSync(to: string, path: string): void;
  unlinkSync(path: string): void;
  writeFileSync(path: string, content: string | Uint8Array): void;
}

interface GadgetOptions {
  readonly gadgets?: string;
  readonly controllers?: string;
  readonly files?: GadgetFiles;
}

type System = Required<GadgetOptions>;

const systemOf = (options: GadgetOptions): System => ({
  gadgets: GADGETS_FOLDER,
  controllers: CONTROLLERS_FOLDER,
  files: node,
  ...options,
});

/** Sets up the gadget; does nothing if it is up. A failure leaves nothing behind. Errors: `keyboard_failed`. */
export function setUpGadget(options: GadgetOptions = {}): Result<void> {
  const system = systemOf(options);
  const { gadgets, files } = system;
  if (!files.existsSync(gadgets))
    return fail('keyboard_failed', `${gadgets} not found: load the kernel module libcomposite.`);
  try {
    if (controllerOf(system, NAME) !== '') return ok(undefined);
    const controller = freeController(system);
    if (!controller.ok) return controller;
    build(system);
    files.writeFileSync(join(gadgets, NAME, 'UDC'), controller.value);
    return ok(undefined);
  } catch (thrown) {
    return fail(
      'keyboard_failed',
      `The USB keyboard can't be set up in ${join(gadgets, NAME)}: ${undone(system, thrown)}.`,
    );
  }
}

/** Removes the gadget; does nothing if there is none. Errors: `keyboard_failed`. */
export function takeDownGadget(options: GadgetOptions = {}): Result<void> {
  const system = systemOf(options);
  try {
    remove(system);
    return ok(undefined);
  } catch (thrown) {
    return fail(
      'keyboard_failed',
      `The USB keyboard in ${join(system.gadgets, NAME)} can't be taken down: ${reasonOf(thrown)}.`,
    );
  }
}

/** Returns the controller that a gadget is bound to; '' if none. */
function controllerOf({ gadgets, files }: System, gadget: string): string {
  const file = join(gadgets, gadget, 'UDC');
  return files.existsSync(file) ? files.readFileSync(file, 'utf8').trim() : '';
}

/** Returns the first controller that no gadget is bound to. */
function freeController(system: System): Result<string> {
  const { gadgets, controllers, files } = system;
  const all = files.existsSync(controllers) ? files.readdirSync(controllers).toSorted() : [];
  const users = new Map(files.readdirSync(gadgets).map((gadget) => [controllerOf(system, gadget), gadget]));
  const free = all.find((controller) => !users.has(controller));
  if (free !== undefined) return ok(free);
  const [taken] = all;
  return fail(
    'keyboard_failed',
    taken === undefined
      ? 'No USB controller: add dtoverlay=dwc2,dr_mode=peripheral to config.txt.'
      : `The USB controller ${taken} already serves the gadget ${users.get(taken)}: take that one down first.`,
  );
}

/** Builds the gadget, even over a half-built one: once unlinked, its function accepts values again. */
function build({ gadgets, files }: System): void {
  const folder = join(gadgets, NAME);
  passMissing(() => files.unlinkSync(join(folder, LINK)));
  for (const [file, content] of FILES) {
    files.mkdirSync(join(folder, file, '..'), { recursive: true });
    // Older kernels do not let us choose an endpoint for LEDs.
    if (!file.endsWith('no_out_endpoint') || files.existsSync(join(folder, file)))
      files.writeFileSync(join(folder, file), content);
  }
  files.symlinkSync(join(folder, FUNCTION), join(folder, LINK));
}

/** Removes the gadget in the order that the kernel requires; skips missing files. */
function remove(system: System): void {
  const { gadgets, files } = system;
  const folder = join(gadgets, NAME);
  if (controllerOf(system, NAME) !== '') files.writeFileSync(join(folder, 'UDC'), '\n');
  passMissing(() => files.unlinkSync(join(folder, LINK)));
  for (const each of [`${CONFIG}/strings/0x409`, CONFIG, FUNCTION, 'strings/0x409', ''])
    passMissing(() => files.rmdirSync(join(folder, each)));
}

function passMissing(act: () => void): void {
  try {
    act();
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Removes what was built before a failure. Returns the reason for the failure as text. */
function undone(system: System, thrown: unknown): string {
  try {
    remove(system);
    return reasonOf(thrown);
  } catch {
    return `${reasonOf(thrown)}, and its remains can't be removed`;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it requires root',
  EPERM: 'it requires root',
  EBUSY: 'another gadget or program uses it',
  ENODEV: 'the USB controller is gone',
};

const reasonOf = (thrown: unknown): string => REASONS[systemCodeOf(thrown)] ?? messageOf(thrown);
