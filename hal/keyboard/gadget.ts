// Makes this machine a USB keyboard of the computer that it is plugged into: the kernel's gadget by configfs, with one boot keyboard that takes
// reports of 8 bytes. It may wake the computer.

import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';

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

/** Bus powered, and may wake the computer. */
const ATTRIBUTES = '0xa0';
const FUNCTION = 'functions/hid.usb0';
const CONFIG = 'configs/c.1';

/** Of the Linux Foundation's multifunction gadget, which anybody may use. */
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

interface Folders {
  readonly gadgets?: string;
  readonly controllers?: string;
}

/** Done already is done. Errors: `keyboard_failed`. */
export function setUpGadget({
  gadgets = GADGETS_FOLDER,
  controllers = CONTROLLERS_FOLDER,
}: Folders = {}): Result<void> {
  const folder = join(gadgets, NAME);
  if (!existsSync(gadgets))
    return fail('keyboard_failed', `There is no ${gadgets}: the kernel module libcomposite makes it.`);
  try {
    const [controller] = existsSync(controllers) ? readdirSync(controllers) : [];
    if (controller === undefined)
      return fail(
        'keyboard_failed',
        'There is no USB controller for it: dtoverlay=dwc2,dr_mode=peripheral in config.txt.',
      );
    for (const [file, content] of FILES) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      // Older kernels have no choice of an endpoint for LEDs.
      if (!file.endsWith('no_out_endpoint') || existsSync(join(folder, file)))
        writeFileSync(join(folder, file), content);
    }
    if (!existsSync(join(folder, CONFIG, 'hid.usb0')))
      symlinkSync(join(folder, FUNCTION), join(folder, CONFIG, 'hid.usb0'));
    writeFileSync(join(folder, 'UDC'), controller);
    return ok(undefined);
  } catch (thrown) {
    return fail('keyboard_failed', `The USB keyboard can't be set up in ${folder}: ${messageOf(thrown)}.`);
  }
}

/** In the order that the kernel wants. Errors: `keyboard_failed`. */
export function takeDownGadget({ gadgets = GADGETS_FOLDER }: Folders = {}): Result<void> {
  const folder = join(gadgets, NAME);
  if (!existsSync(folder)) return ok(undefined);
  try {
    writeFileSync(join(folder, 'UDC'), '\n');
    unlinkSync(join(folder, CONFIG, 'hid.usb0'));
    for (const each of [`${CONFIG}/strings/0x409`, CONFIG, FUNCTION, 'strings/0x409', ''])
      rmdirSync(join(folder, each));
    return ok(undefined);
  } catch (thrown) {
    return fail('keyboard_failed', `The USB keyboard in ${folder} can't be taken down: ${messageOf(thrown)}.`);
  }
}
