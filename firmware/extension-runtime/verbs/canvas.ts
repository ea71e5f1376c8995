// Drawing verbs. Outside of `ext.draw` their arguments are checked but nothing is drawn.

import { HEIGHT, WIDTH } from '../../drawing/screen-size.ts';
import { textWidth } from '../../drawing/text-width.ts';
import { readable } from '../../persisted/fields.ts';
import { pathItem } from '../path/path-item.ts';
import { mistakeText, pathMistake } from '../path/path-mistake.ts';
import type { PathFlaw } from '../path/scan-path.ts';
import type { ScriptSession } from '../session.ts';
import type { LuaAnswer } from '../lua/values.ts';
import type { ScriptItem } from './paint-cost.ts';
import { NOTHING, give, refuse, verb, type Argument, type Verb } from './verb.ts';

const SPAN = 32_767;
const ITEMS_MAX = 2000;
const TEXT_CHARS_MAX = 200;

const place = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: -SPAN, max: SPAN, doc }) as const;
const length = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: 0, max: SPAN, doc }) as const;
const colour = <const Name extends string>(name: Name, doc: string) => ({ name, type: 'colour', doc }) as const;
const width = { name: 'width', type: 'number', min: 0, max: 512, doc: 'stroke width in pixels; default 1' } as const;
const size = { name: 'size', type: 'number', min: 6, max: 120, doc: 'font size in pixels; default 18' } as const;
const PAINT = [
  colour('fill', 'fill colour; default none'),
  colour('stroke', 'stroke colour; default none'),
  width,
] as const;
const options = <const Fields extends readonly Argument[]>(fields: Fields) =>
  ({ name: 'opts', type: 'options', optional: true, fields, doc: 'drawing options' }) as const;

/** Adds an item to the picture. `points`: x and y of each point of a path. */
function draw(session: ScriptSession, item: ScriptItem, points?: readonly number[]): LuaAnswer {
  if (session.items.length >= ITEMS_MAX) return refuse(`a picture has at most ${ITEMS_MAX} parts`);
  if (!session.paint.add(item, points)) return refuse('this picture takes too long to paint: draw less');
  session.items.push(item);
  session.drawn = true;
  return NOTHING;
}

/**
 * Maximum number of reported path errors: a script that builds a new path in each frame would otherwise report one per
 * frame.
 */
const MISTAKES_MAX = 20;

/** Reports an error once per path, however often the path is drawn. */
function reportMistake(session: ScriptSession, d: string, flaw: PathFlaw): void {
  const { reported_paths, text } = session;
  if (reported_paths.size >= MISTAKES_MAX || reported_paths.has(d)) return;
  reported_paths.add(d);
  const mistake = pathMistake(flaw, d, text);
  session.new_mistakes.push(mistake);
  const where = mistake.line === null ? '' : `Line ${mistake.line}: `;
  session.logs.push({ level: 'warn', text: `${where}${mistakeText(mistake)}` });
}

export const CANVAS: readonly Verb[] = [
  verb({
    module: 'canvas',
    name: 'clear',
    doc: 'Clears the picture and fills it with a colour.',
    args: [{ ...colour('color', "default '#0c1511'"), optional: true }],
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
      place('x1', 'x of the start'),
      place('y1', 'y of the start'),
      place('x2', 'x of the end'),
      place('y2', 'y of the end'),
      options([colour('color', "default '#f3f8f5'"), width]),
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
      place('y', 'top edge'),
      length('w', 'width'),
      length('h', 'height'),
      options([...PAINT, { name: 'radius', type: 'number', min: 0, max: SPAN, doc: 'corner radius; default 0' }]),
    ],
    gives: '',
    run: (session, { x, y, w, h, opts }) => draw(session, { kind: 'rect', x, y, w, h, ...opts }),
  }),
  verb({
    module: 'canvas',
    name: 'circle',
    doc: 'Draws a circle.',
    args: [place('x', 'x of the centre'), place('y', 'y of the centre'), length('r', 'radius'), options(PAINT)],
    gives: '',
    run(session, { x, y, r, opts }) {
      return draw(session, { kind: 'rect', x: x - r, y: y - r, w: 2 * r, h: 2 * r, radius: r, ...opts });
    },
  }),
  verb({
    module: 'canvas',
    name: 'text',
    doc: 'Draws a line of text, which screen readers also read out.',
    args: [
      { name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'text to draw' },
      place('x', 'anchor point, see align'),
      place('y', 'baseline'),
      options([
        size,
        { name: 'align', type: 'text', one_of: ['left', 'center', 'right'], doc: "position of x; default 'left'" },
        colour('color', "default '#f3f8f5'"),
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
    doc: 'Returns the width of a text in pixels.',
    args: [
      { name: 's', type: 'text', chars_max: TEXT_CHARS_MAX, doc: 'text to measure' },
      { ...size, optional: true },
    ],
    gives: 'number',
    run: (_, { s, size: letters = 18 }) => give(textWidth(readable(s), letters)),
  }),
  verb({
    module: 'canvas',
    name: 'size',
    doc: 'Returns the size of the picture in pixels: a table with w and h.',
    args: [],
    gives: '{w: integer, h: integer}',
    run: () => give({ w: WIDTH, h: HEIGHT }),
  }),
  verb({
    module: 'canvas',
    name: 'clip',
    doc: 'Limits further drawing to a rectangle. Called without arguments, removes the limit; so does canvas.clear.',
    args: [
      { ...place('x', 'left edge'), optional: true },
      { ...place('y', 'top edge'), optional: true },
      { ...length('w', 'width'), optional: true },
      { ...length('h', 'height'), optional: true },
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
    doc: 'Draws SVG path data (M L H V C S Q T A Z). Invalid data is drawn up to the error. At most 2048 points and 64 subpaths; numbers within ±1e9; no point beyond ±32767 pixels on the screen; width × scale at most 512.',
    args: [
      { name: 'd', type: 'text', doc: 'path data' },
      options([
        colour('fill', 'fill colour; default none'),
        colour('stroke', 'stroke colour; default none'),
        width,
        { name: 'opa', type: 'number', doc: 'opacity from 0 to 255; default 255' },
        place('x', 'offset to the right in pixels; default 0'),
        place('y', 'offset downwards in pixels; default 0'),
        { name: 'scale', type: 'number', doc: 'scale factor, also of the stroke; default 1' },
        { name: 'angle', type: 'number', doc: 'clockwise rotation in degrees; default 0' },
      ]),
    ],
    gives: '',
    run(session, { d, opts }) {
      const drawing = pathItem(d, opts);
      if (drawing.ok && drawing.flaw) reportMistake(session, d, drawing.flaw);
      return drawing.ok ? draw(session, drawing.item, drawing.points) : refuse(drawing.message);
    },
  }),
];
