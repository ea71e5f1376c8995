// Drawing. What is drawn outside of `ext.draw` is checked and goes nowhere.

import { textWidth } from '../../ui/text-width.ts';
import { HEIGHT, WIDTH } from '../../ui/theme.ts';
import { readable } from '../../facts/fields.ts';
import { pathItem } from '../path/path-item.ts';
import type { DisplayItem } from '../../../hal/screen/screen.ts';
import type { Session } from '../session.ts';
import { NOTHING, give, refuse, type Argument, type Given, type Verb } from './verb.ts';

const SPAN = 32_767;
const ITEMS_MAX = 2000;
const TEXT_CHARS_MAX = 200;

const place = (name: string, doc: string): Argument => ({ name, type: 'number', min: -SPAN, max: SPAN, doc });
const length = (name: string, doc: string): Argument => ({ name, type: 'number', min: 0, max: SPAN, doc });
const colour = (name: string, doc: string): Argument => ({ name, type: 'colour', doc });
const width: Argument = { name: 'width', type: 'number', min: 0, max: 512, doc: 'of the stroke, 1' };
const size: Argument = { name: 'size', type: 'number', min: 6, max: 120, optional: true, doc: 'of the letters, 18' };
const PAINT = [colour('fill', 'inside, none'), colour('stroke', 'edge, none'), width];
const options = (fields: readonly Argument[]): Argument => ({
  name: 'opts',
  type: 'options',
  optional: true,
  fields,
  doc: 'a table',
});

const num = (value: Given): number => value as number;
const optionsOf = (value: Given): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>;

function draw(session: Session, item: DisplayItem): ReturnType<Verb['run']> {
  if (session.items.length >= ITEMS_MAX) return refuse(`a picture has ${ITEMS_MAX} parts at most`);
  session.items.push(item);
  session.drawn = true;
  return NOTHING;
}

const paintOf = (value: Given): { fill?: string; stroke?: string; width?: number } => optionsOf(value);

export const CANVAS: readonly Verb[] = [
  {
    module: 'canvas',
    name: 'clear',
    doc: 'Wipes the picture and fills it with a colour.',
    args: [{ ...colour('color', "'#0c1511' if left out"), optional: true }],
    gives: '',
    run(session, { color: fill }) {
      session.items.length = 0;
      session.lines.length = 0;
      return draw(session, { kind: 'rect', x: 0, y: 0, w: WIDTH, h: HEIGHT, fill: (fill as string) ?? '#0c1511' });
    },
  },
  {
    module: 'canvas',
    name: 'line',
    doc: 'Draws a line.',
    args: [
      place('x1', 'from, to the right'),
      place('y1', 'from, downwards'),
      place('x2', 'to'),
      place('y2', 'to'),
      options([colour('color', "'#f3f8f5'"), width]),
    ],
    gives: '',
    run(session, { x1, y1, x2, y2, opts }) {
      const { color = '#f3f8f5', width: line = 1 } = optionsOf(opts) as { color?: string; width?: number };
      const d = `M${num(x1)} ${num(y1)}L${num(x2)} ${num(y2)}`;
      return draw(session, { kind: 'path', d, stroke: color, width: line });
    },
  },
  {
    module: 'canvas',
    name: 'rect',
    doc: 'Draws a rectangle.',
    args: [
      place('x', 'left edge'),
      place('y', 'upper edge'),
      length('w', 'to the right'),
      length('h', 'downwards'),
      options([...PAINT, { name: 'radius', type: 'number', min: 0, max: SPAN, doc: 'of the corners, 0' }]),
    ],
    gives: '',
    run: (session, { x, y, w, h, opts }) =>
      draw(session, { kind: 'rect', x: num(x), y: num(y), w: num(w), h: num(h), ...paintOf(opts) }),
  },
  {
    module: 'canvas',
    name: 'circle',
    doc: 'Draws a circle.',
    args: [place('x', 'middle'), place('y', 'middle'), length('r', 'radius'), options(PAINT)],
    gives: '',
    run(session, { x, y, r, opts }) {
      const [left, top, across] = [num(x) - num(r), num(y) - num(r), 2 * num(r)];
      return draw(session, { kind: 'rect', x: left, y: top, w: across, h: across, radius: num(r), ...paintOf(opts) });
    },
  },
  {
    module: 'canvas',
    name: 'text',
    doc: 'Writes a line of text; it is also what a screen reader says.',
    args: [
      { name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'the text' },
      place('x', 'where it begins, or as align says'),
      place('y', 'of the line on which the letters stand'),
      options([
        { ...size, optional: false },
        { name: 'align', type: 'text', one_of: ['left', 'center', 'right'], doc: "'left'" },
        colour('color', "'#f3f8f5'"),
      ]),
    ],
    gives: '',
    run(session, { s, x, y, opts }) {
      type Style = { size?: number; align?: 'left' | 'center' | 'right'; color?: string };
      const { size: letters = 18, align = 'left', color = '#f3f8f5' } = optionsOf(opts) as Style;
      const text = readable(s as string);
      const answer = draw(session, { kind: 'text', x: num(x), y: num(y), text, size: letters, color, align });
      if (answer === NOTHING && text.trim() !== '') session.lines.push(text);
      return answer;
    },
  },
  {
    module: 'canvas',
    name: 'measure',
    doc: 'How wide a text is.',
    args: [{ name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'the text' }, size],
    gives: 'number',
    run: (_, { s, size: letters }) => give(textWidth(s as string, (letters as number) ?? 18)),
  },
  {
    module: 'canvas',
    name: 'size',
    doc: 'How large the picture is: a table with w and h.',
    args: [],
    gives: '{w: integer, h: integer}',
    run: () => give({ w: WIDTH, h: HEIGHT }),
  },
  {
    module: 'canvas',
    name: 'clip',
    doc: 'What is drawn from here on shows only inside of a rectangle; called with nothing, or after canvas.clear, everywhere again.',
    args: [
      { ...place('x', 'left edge'), optional: true },
      { ...place('y', 'upper edge'), optional: true },
      { ...length('w', 'to the right'), optional: true },
      { ...length('h', 'downwards'), optional: true },
    ],
    gives: '',
    run(session, { x, y, w, h }) {
      const given = [x, y, w, h].filter((each) => each !== undefined).length;
      if (given === 0) return draw(session, { kind: 'clip', area: null });
      if (given < 4) return refuse('canvas.clip takes four numbers or none');
      return draw(session, { kind: 'clip', area: { x: num(x), y: num(y), w: num(w), h: num(h) } });
    },
  },
  {
    module: 'canvas',
    name: 'path',
    doc: 'Draws SVG path data (M L H V C S Q T A Z). Data that is wrong is drawn up to the error; 2048 points and 64 subpaths at most.',
    args: [
      { name: 'd', type: 'text', doc: 'the path data' },
      options([
        colour('fill', 'inside, none'),
        colour('stroke', 'edge, none'),
        width,
        { name: 'opa', type: 'number', doc: 'how opaque, 0 to 255' },
        place('x', 'moved to the right'),
        place('y', 'moved downwards'),
        { name: 'scale', type: 'number', doc: 'made larger, the stroke too, 1' },
        { name: 'angle', type: 'number', doc: 'turned clockwise, degrees' },
      ]),
    ],
    gives: '',
    run(session, { d, opts }) {
      const drawing = pathItem(d, optionsOf(opts));
      return drawing.ok ? draw(session, drawing.item) : refuse(drawing.message);
    },
  },
];
