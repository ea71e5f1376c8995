// Runs in the machine and reports to the rig the outputs that the host can't observe: key and touch events of the
// kernel, and the colours of the LEDs.

import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  watch,
  writeSync,
} from 'node:fs';

const FOLDER = '/dev/input';
const EVENT_BYTES = 24;
const print = (line: unknown): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

const open = new Set<string>();
function follow(name: string): void {
  if (!name.startsWith('event') || open.has(name) || !existsSync(`${FOLDER}/${name}`)) return;
  open.add(name);
  const device = readFileSync(`/sys/class/input/${name}/device/name`, 'utf8').trim();
  const events = createReadStream(`${FOLDER}/${name}`, { highWaterMark: EVENT_BYTES * 64 });
  events.on('open', () => print({ input: device }));
  events.on('data', (chunk) => {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at + EVENT_BYTES <= bytes.length; at += EVENT_BYTES) {
      const type = bytes.readUInt16LE(at + 16);
      if (type !== 0) print({ device, type, code: bytes.readUInt16LE(at + 18), value: bytes.readInt32LE(at + 20) });
    }
  });
  events.on('error', () => open.delete(name)); // unplugged
  events.on('close', () => open.delete(name));
}

/**
 * Luxafor flag, created through the kernel's uhid: it has six RGB LEDs. The kernel sends it reports of nine bytes: 0,
 * 1, the LED's number from 1, red, green, blue.
 */
const FLAG = {
  vendor: 0x04d8,
  product: 0xf372,
  descriptor: Buffer.from('0600ff0901a1010902150026ff007508950809019102c0', 'hex'),
};
const [UHID_OUTPUT, UHID_CREATE2, BUS_USB] = [6, 11, 3];
const UHID_EVENT_BYTES = 4380;

function shine(): void {
  const fd = openSync('/dev/uhid', 'r+');
  const create = Buffer.alloc(UHID_EVENT_BYTES);
  create.writeUInt32LE(UHID_CREATE2, 0);
  create.write('Luxafor flag of the rig', 4);
  create.writeUInt16LE(FLAG.descriptor.length, 260);
  create.writeUInt16LE(BUS_USB, 262);
  create.writeUInt32LE(FLAG.vendor, 264);
  create.writeUInt32LE(FLAG.product, 268);
  FLAG.descriptor.copy(create, 280);
  writeSync(fd, create);
  const events = createReadStream('', { fd, highWaterMark: UHID_EVENT_BYTES });
  events.on('data', (chunk) => {
    const bytes = Buffer.from(chunk);
    if (bytes.readUInt32LE(0) === UHID_OUTPUT) print({ report: bytes.subarray(4, 13).toString('hex') });
  });
  process.on('exit', () => closeSync(fd));
}

shine();
watch(FOLDER, (_event, name) => follow(name ?? ''));
for (const name of readdirSync(FOLDER)) follow(name);
