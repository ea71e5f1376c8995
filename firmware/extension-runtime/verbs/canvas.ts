// Drawing verbs. Outside of `ext.draw` their arguments are checked but nothing is drawn.

import { HEIGHT, WIDTH } from '../../drawing/screen-size.ts';
import { textWidth } from '../../drawing/text-width.ts';
import { readable } from '../../persisted/fields.ts';
import { pathItem } from '../path/path-item.ts';
import { mistakeText, pathMistake } from '../path/path-mistake.ts';
import type { PathFlaw } from '../path/scan-path.ts';
import type { DisplayItem } from '../../../hal/screen/screen.ts';
import type { Session } from '../session.ts';
import type { Answer } from '../lua/values.ts';
import { NOTHING, give, refuse, verb, type Argument, type Verb } from './verb.ts';

const SPAN = 32_767;
const ITEMS_MAX = 2000;
const TEXT_CHARS_MAX = 200;

const place = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: -SPAN, max: SPAN, doc }) as const;
const length = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: 0, max: SPAN, doc }) as const;
const colour = <const Name extends string>(name: Name, doc: string) => ({ name, type: 'colour', doc }) as const;
const width = { name: 'width', type: 'number', min: 0, max: 512, doc: 'of the stroke, 1' } as const;
const size = { name: 'size', type: 'number', min: 6, max: 120, doc: 'of the letters, 18' } as const;
const PAINT = [colour('fill', 'inside, none'), colour('stroke', 'edge, none'), width] as const;
const options = <const Fields extends readonly Argument[]>(fields: Fields) =>
  ({ name: 'opts', type: 'options', optional: true, fields, doc: 'a table' }) as const;

/** Adds an item to the picture. `points`: x and y of each point of a path. */
function draw(session: Session, item: DisplayItem, points?: readonly number[]): Answer {
  if (session.items.length >= ITEMS_MAX) return refuse(`a picture has ${ITEMS_MAX} parts at most`);
  if (!session.paint.add(item, points)) return refuse('this picture takes too long to paint; draw less of it');
  session.items.push(item);
  session.drawn = true;
  return NOTHING;
}

/** Maximum mistakes reported: a script that builds a new path in each frame would otherwise report one each time. */
const MISTAKES_MAX = 20;

/** Reports a mistake once per path, however often it is drawn. */
function tellMistake(session: Session, d: string, flaw: PathFlaw): void {
  const { told_paths, text } = session;
  if (told_paths.size >= MISTAKES_MAX || told_paths.has(d)) return;
  told_paths.add(d);
  const mistake = pathMistake(flaw, d, text);
  session.new_mistakes.push(mistake);
  const where = mistake.line === null ? '' : `Line ${mistake.line}: `;
  session.logs.push({ level: 'warn', text: `${where}${mistakeText(mistake)}` });
}

export const CANVAS: readonly Verb[] = [
  verb({
    module: 'canvas',
    name: 'clear',
    doc: 'Wipes the picture and fills it with a colour.',
    args: [{ ...colour('color', "'#0c1511' if left out"), optional: true }],
    gives: '',
    run(session, { color: fill = '#0c1511' }) {
      session.items.length = 0;
      session.paint.restart();
      session.lines.length = 0;
      return draw(session, { kind: 'rect', x: 0, y: 0, w: WIDTH, h: HEIGHT, fill });
    },
  }),
  verb({
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
    run(session, { x1, y1, x2, y2, opts = {} }) {
      const { color = '#f3f8f5', width: line = 1 } = opts;
      const d = `M${x1} ${y1}L${x2} ${y2}`;
      return draw(session, { kind: 'path', d, stroke: color, width: line }, [x1, y1, x2, y2]);
    },
  }),
  verb({
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
    run: (session, { x, y, w, h, opts }) => draw(session, { kind: 'rect', x, y, w, h, ...opts }),
  }),
  verb({
    module: 'canvas',
    name: 'circle',
    doc: 'Draws a circle.',
    args: [place('x', 'middle'), place('y', 'middle'), length('r', 'radius'), options(PAINT)],
    gives: '',
    run(session, { x, y, r, opts }) {
      return draw(session, { kind: 'rect', x: x - r, y: y - r, w: 2 * r, h: 2 * r, radius: r, ...opts });
    },
  }),
  verb({
    module: 'canvas',
    name: 'text',
    doc: 'Writes a line of text; it is also what a screen reader says.',
    args: [
      { name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'the text' },
      place('x', 'where it begins, or as align says'),
      place('y', 'of the line on which the letters stand'),
      options([
        size,
        { name: 'align', type: 'text', one_of: ['left', 'center', 'right'], doc: "'left'" },
        colour('color', "'#f3f8f5'"),
      ]),
    ],
    gives: '',
    run(session, { s, x, y, opts = {} }) {
      const { size: letters = 18, align = 'left', color = '#f3f8f5' } = opts;
      const text = readable(s);
      const answer = draw(session, { kind: 'text', x, y, text, size: letters, color, align });
      if (answer === NOTHING && text.trim() !== '') session.lines.push(text);
      return answer;
    },
  }),
  verb({
    module: 'canvas',
    name: 'measure',
    doc: 'How wide a text is.',
    args: [
      { name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'the text' },
      { ...size, optional: true },
    ],
    gives: 'number',
    run: (_, { s, size: letters = 18 }) => give(textWidth(readable(s), letters)),
  }),
  verb({
    module: 'canvas',
    name: 'size',
    doc: 'How large the picture is: a table with w and h.',
    args: [],
    gives: '{w: integer, h: integer}',
    run: () => give({ w: WIDTH, h: HEIGHT }),
  }),
  verb({
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
      if ([x, y, w, h].every((each) => each === undefined)) return draw(session, { kind: 'clip', area: null });
      if (x === undefined || y === undefined || w === undefined || h === undefined)
        return refuse('canvas.clip takes four numbers or none');
      return draw(session, { kind: 'clip', area: { x, y, w, h } });
    },
  }),
  verb({
    module: 'canvas',
    name: 'path',
    doc: 'Draws SVG path data (M L H V C S Q T A Z). Data that is wrong is drawn up to the error. At most 2048 points and 64 subpaths; numbers to ±1e9; no point beyond ±32767 pixels on the screen; width × scale at most 512.',
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
      const drawing = pathItem(d, opts);
      if (drawing.ok && drawing.flaw) tellMistake(session, d, drawing.flaw);
      return drawing.ok ? draw(session, drawing.item, drawing.points) : refuse(drawing.message);
    },
  }),
];
