// Drawings and parts list of the sensor board: made from the netlist, which agrees with the C code and the protocol.

import { readFile } from 'node:fs/promises';
import test from 'ava';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { DRAWINGS } from '../../sensor-board/hardware/draw.ts';
import { endsOf, physicalPin } from '../../sensor-board/hardware/wiring.ts';
import { HOLES, SLITS } from '../../sensor-board/hardware/layout.ts';
import { GATES, MCU_PINS, nets, PARTS, PRICES, PRICE_SMALL, SIGNAL_PINS } from '../../sensor-board/hardware/netlist.ts';

test('[board] the committed drawings are made from the netlist', async (t) => {
  for (const [file, draw] of Object.entries(DRAWINGS))
    t.is(await readFile(`docs/sensor-board/${file}`, 'utf8'), draw(), `${file}: run npm run board:drawings`);
});

test('[board] every net joins at least two pins, and a part has each reference once', (t) => {
  for (const [net, pins] of nets()) t.true(pins.length >= 2, `${net}: ${pins.join()}`);
  const refs = PARTS.map(({ ref }) => ref);
  t.is(new Set(refs).size, refs.length);
  t.is(MCU_PINS.length, 28);
});

test('[board] the wiring names every end of every net, by the pins of the packages', (t) => {
  // By the data sheet of the LM339: output 1 is pin 2, its inputs are 4 and 5; the supply is 3 and 12.
  t.is(physicalPin('U2A.OUT'), 'U2.2');
  t.is(physicalPin('U3A.+'), 'U3.5');
  t.is(physicalPin('U3P.VCC'), 'U3.3');
  t.is(physicalPin('U1.PD2'), 'U1.4');
  t.is(endsOf('LA', 'U1.4'), 'U2.2, R11, R21');
  t.is(endsOf('PT_LD', 'U3.5'), 'R5, R15, S5.E to S9.E');
  const drawn = DRAWINGS['wiring.svg']?.() ?? '';
  for (const gate of GATES) t.true(drawn.includes(`${gate}: U`), gate);
});

test('[protocol] the gates of the netlist are the channels, in order', (t) => {
  t.deepEqual([...GATES], [...CHANNELS]);
});

test('[board] the signals of the netlist are on the pins that the C code uses', async (t) => {
  const source = await readFile('sensor-board/chips/atmega328p.c', 'utf8');
  const pins: Record<string, string> = {};
  // `PIND >> 2 | PINB << 6`: channel n is bit n + 2 of port D, and channels 6 and 7 are bits 0 and 1 of port B.
  const [, down = '', up = ''] = /chip_covered\(void\) \{ return PIND >> (\d) \| PINB << (\d); \}/.exec(source) ?? [];
  for (const [channel, name] of CHANNELS.entries())
    pins[name] = channel < Number(up) ? `PD${channel + Number(down)}` : `PB${channel - Number(up)}`;
  const [, emitters = ''] = /PORTC = on \? _BV\((PC\d)\)/.exec(source) ?? [];
  const [, other = ''] = /channel \? (\d) : 0/.exec(source) ?? [];
  t.is(other, '8', 'the other input of the converter is the temperature, inside the chip');
  t.deepEqual({ ...pins, AMBIENT: 'PC0', EMITTERS: emitters, RXD: 'PD0', TXD: 'PD1' }, { ...SIGNAL_PINS });
  for (const [signal, pin] of Object.entries(SIGNAL_PINS)) t.true(nets().get(signal)?.includes(`U1.${pin}`), signal);
});

test('[protocol] the template has the places of docs/sensor-protocol.md', (t) => {
  t.deepEqual(
    HOLES.map(({ name, x, y }) => [name, Math.round(x * 10) / 10, Math.round(y)]),
    [
      ['LA', -63.5, -35],
      ['RA', -63.5, 35],
      ['LB', -12.7, -35],
      ['RB', -12.7, 35],
      ['HA', -71.5, 26],
      ['HB', -20.7, 26],
    ],
  );
  for (const { from, to } of SLITS)
    t.deepEqual(
      [from.x, Math.abs(from.y), to.x, Math.abs(to.y)].map((mm) => Math.round(mm * 10) / 10),
      [-63.5, 75, -12.7, 40],
    );
});

test('[board] the page lists every part of the netlist', async (t) => {
  const page = await readFile('docs/sensor-board.md', 'utf8');
  for (const { value } of PARTS)
    for (const word of value.split(/, |: | or /)) t.true(page.includes(word.replace(/^ISP 2 × 3$/, '2 × 3')), value);
});

test('[board] the parts cost about 25 € without the plate, as the page says', async (t) => {
  // The two comparator chips have five symbols each.
  const bought = PARTS.filter(({ ref }) => !/^U[23][A-D]$/.test(ref));
  const total = bought.reduce((sum, { value }) => sum + (PRICES[value] ?? PRICE_SMALL), 0);
  t.true(total > 20 && total < 27, `${total}`);
  t.true((await readFile('docs/sensor-board.md', 'utf8')).includes('About 25 € of parts'));
});
