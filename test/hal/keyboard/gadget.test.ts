// The gadget of a keyboard, over a folder in the place of configfs.

import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { setUpGadget, takeDownGadget } from '../../../hal/keyboard/gadget.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('[board] a machine becomes a boot keyboard of 8 bytes that may wake its computer, once or twice', async (t) => {
  const folder = await temporaryFolder(t);
  const [gadgets, controllers] = [join(folder, 'usb_gadget'), join(folder, 'udc')];
  failsWith(t, setUpGadget({ gadgets, controllers }), 'keyboard_failed', /the kernel module libcomposite makes it/);
  mkdirSync(gadgets);
  failsWith(t, setUpGadget({ gadgets, controllers }), 'keyboard_failed', /dtoverlay=dwc2,dr_mode=peripheral/);
  mkdirSync(controllers);
  writeFileSync(join(controllers, 'fe980000.usb'), '');
  valueOf(t, setUpGadget({ gadgets, controllers }));
  valueOf(t, setUpGadget({ gadgets, controllers }));
  const at = (file: string): string => join(gadgets, 'tapin', file);
  const said = (file: string): string => readFileSync(at(file), 'utf8');
  t.is(said('UDC'), 'fe980000.usb');
  t.deepEqual([said('functions/hid.usb0/protocol'), said('functions/hid.usb0/subclass')], ['1', '1']);
  t.is(said('functions/hid.usb0/report_length'), '8');
  t.is(Number(said('configs/c.1/bmAttributes')), 0x80 + 0x20, 'bus powered, and remote wake-up');
  t.is(readlinkSync(at('configs/c.1/hid.usb0')), at('functions/hid.usb0'));
  // The boot keyboard of HID 1.11, appendix E.6, has 63 bytes.
  const descriptor = readFileSync(at('functions/hid.usb0/report_desc'));
  t.is(descriptor.length, 63);
  t.is(descriptor.toString('hex').slice(0, 16), '05010906a1010507');
  t.false(existsSync(at('functions/hid.usb0/no_out_endpoint')), 'this kernel does not know it');
});

test('[board] what was never set up is taken down already', async (t) => {
  valueOf(t, takeDownGadget({ gadgets: await temporaryFolder(t) }));
});
