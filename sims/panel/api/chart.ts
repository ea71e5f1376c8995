// Serves a machine as a statechart.

import * as v from 'valibot';
import { fail, ok } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import { json, deviceQuery, type PanelRoute } from './route.ts';

const number = v.number();
const box = { x: number, y: number, w: number, h: number };
const chartShape = v.strictObject({
  machine: v.string(),
  w: number,
  h: number,
  boxes: v.array(
    v.strictObject({
      ...box,
      kind: v.picklist(['atomic', 'compound', 'parallel', 'history', 'final', 'start', 'any']),
      path: about(v.string(), 'Path of the state, with a dot between nested states.'),
      title: v.string(),
      lines: about(v.array(v.string()), 'Actions that do not leave the state.'),
    }),
  ),
  arrows: v.array(
    v.strictObject({
      points: v.array(v.tuple([number, number])),
      from: v.string(),
      to: v.string(),
      lines: about(v.array(v.string()), 'Events, with guards in brackets.'),
      label: v.nullable(v.strictObject(box)),
    }),
  ),
});

const MACHINE = 'machine must be the name of a machine in the answer of state.';
const AROUND = 'around must be the path of a state of the machine.';
const query = v.strictObject({
  machine: v.pipe(v.string(MACHINE), v.regex(/^[\w-]{1,40}$/, MACHINE)),
  around: v.optional(
    about(
      v.pipe(v.string(AROUND), v.regex(/^[\w .-]{1,80}$/, AROUND)),
      'State to which the chart is reduced, with its neighbours. Default: the whole chart.',
    ),
  ),
});

export const CHART_ROUTE: PanelRoute = deviceQuery('chart', {
  summary: 'Returns a machine as a statechart, laid out in pixels.',
  query: { schema: query, lists: [] },
  answer: json(chartShape),
  errors: ['not_found'],
  async respond({ panel }, { machine, around = '' }) {
    const chart = await panel.charts?.of(machine, around);
    return chart ? ok(chart) : fail('not_found', `No chart of ${machine}${around && ` around ${around}`}.`);
  },
});
