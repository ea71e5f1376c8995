// Tests of the keyboard gadget, on a folder that stands in for configfs.

import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { setUpGadget, takeDownGadget } from '../../../hal/keyboard/gadget.ts';
import { configfs, CONFIGFS_FOLDERS } from '../../support/hal/configfs.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[board] sets up a boot keyboard of 8-byte reports with remote wake-up, idempotently', async (t) => {
  const folder = await temporaryFolder(t);
  const [gadgets, controllers] = [join(folder, 'usb_gadget'), join(folder, 'udc')];
  failsWith(
    t,
    setUpGadget({ gadgets, controllers }),
    'keyboard_failed',
    /not found: load the kernel module libcomposite/,
  );
  mkdirSync(gadgets);
  failsWith(t, setUpGadget({ gadgets, controllers }), 'keyboard_failed', /dtoverlay=dwc2,dr_mode=peripheral/);
  mkdirSync(controllers);
  writeFileSync(join(controllers, 'fe980000.usb'), '');
  valueOf(t, setUpGadget({ gadgets, controllers }));
  valueOf(t, setUpGadget({ gadgets, controllers }));
  const at = (file: string): string => join(gadgets, 'tapin', file);
  const contents = (file: string): string => readFileSync(at(file), 'utf8');
  t.is(contents('UDC'), 'fe980000.usb');
  t.deepEqual([contents('functions/hid.usb0/protocol'), contents('functions/hid.usb0/subclass')], ['1', '1']);
  t.is(contents('functions/hid.usb0/report_length'), '8');
  t.is(Number(contents('configs/c.1/bmAttributes')), 0x80 + 0x20, 'bus powered, and remote wake-up');
  t.is(readlinkSync(at('configs/c.1/hid.usb0')), at('functions/hid.usb0'));
  // The boot keyboard descriptor of HID 1.11, appendix E.6, has 63 bytes.
  const descriptor = readFileSync(at('functions/hid.usb0/report_desc'));
  t.is(descriptor.length, 63);
  t.is(descriptor.toString('hex').slice(0, 16), '05010906a1010507');
  t.false(existsSync(at('functions/hid.usb0/no_out_endpoint')), 'unknown to this kernel');
});

test('[board] accepts taking down a gadget that was never set up', async (t) => {
  valueOf(t, takeDownGadget({ gadgets: await temporaryFolder(t) }));
});

const UDC = 'fe980000.usb';
const UDC_FILE = '/gadgets/tapin/UDC';

/** Creates a kernel with these controllers, and functions that set up and take down the gadget. */
function kernel(controllers: readonly string[] = [UDC]) {
  const fs = configfs(controllers);
  const options = { ...CONFIGFS_FOLDERS, files: fs.files };
  return { fs, up: () => setUpGadget(options), down: () => takeDownGadget(options) };
}

test('[board] sets up and takes down the gadget on a kernel, each repeatedly', (t) => {
  const { fs, up, down } = kernel();
  for (let round = 0; round < 2; round++) {
    valueOf(t, up());
    const changes = fs.changes();
    for (let again = 0; again < 2; again++) valueOf(t, up());
    t.is(fs.changes(), changes, 'a complete gadget is left unchanged');
    t.is(fs.read(UDC_FILE).trim(), UDC);
    for (let again = 0; again < 2; again++) valueOf(t, down());
    t.deepEqual(fs.paths(), []);
  }
});

test('[board] leaves nothing behind if a setup step fails, and works the next time', (t) => {
  const whole = kernel();
  valueOf(t, whole.up());
  const steps = whole.fs.changes();
  t.true(steps > 15);
  for (let step = 1; step <= steps; step++)
    for (const code of ['EBUSY', 'ENODEV', 'EACCES', 'ENOMEM']) {
      const { fs, up } = kernel();
      fs.failAt(step, code);
      failsWith(t, up(), 'keyboard_failed', /^The USB keyboard can't be set up in \/gadgets\/tapin: /);
      t.deepEqual(fs.paths(), [], `step ${step}`);
      valueOf(t, up());
      t.is(fs.read(UDC_FILE).trim(), UDC);
    }
});

test('[board] completes or takes down a gadget left half made by a killed program', (t) => {
  const whole = kernel();
  valueOf(t, whole.up());
  for (let step = 1; step <= whole.fs.changes(); step++)
    for (const next of ['up', 'down'] as const) {
      const made = kernel();
      // From this step on every call fails, including those that would undo the setup.
      const killed = { ...made.fs.files };
      for (const name of ['mkdirSync', 'writeFileSync', 'symlinkSync', 'unlinkSync', 'rmdirSync'] as const)
        Object.assign(killed, {
          [name]: (...args: unknown[]) => {
            if (made.fs.changes() >= step) throw Object.assign(new Error('killed'), { code: 'EIO' });
            return Reflect.apply(made.fs.files[name], null, args);
          },
        });
      setUpGadget({ ...CONFIGFS_FOLDERS, files: killed });
      valueOf(t, made[next]());
      if (next === 'up') t.is(made.fs.read(UDC_FILE).trim(), UDC, `step ${step}`);
      else t.deepEqual(made.fs.paths(), [], `step ${step}`);
    }
});

test('[board] takes a free controller; if none is free, names the gadget in use and keeps it', (t) => {
  const other = (fs: ReturnType<typeof configfs>, controller: string): void => {
    fs.files.mkdirSync('/gadgets/g_ether', { recursive: true });
    fs.files.writeFileSync('/gadgets/g_ether/UDC', controller);
  };
  const both = kernel(['fe980000.usb', 'ff000000.usb']);
  other(both.fs, 'fe980000.usb');
  valueOf(t, both.up());
  t.is(both.fs.read(UDC_FILE).trim(), 'ff000000.usb');
  const { fs, up, down } = kernel();
  other(fs, UDC);
  const before = fs.paths();
  failsWith(
    t,
    up(),
    'keyboard_failed',
    /^The USB controller fe980000\.usb already serves the gadget g_ether: take that one down first\.$/,
  );
  t.deepEqual(fs.paths(), before);
  valueOf(t, down());
  t.is(fs.read('/gadgets/g_ether/UDC').trim(), UDC);
  fs.files.writeFileSync('/gadgets/g_ether/UDC', '\n');
  valueOf(t, up());
});
