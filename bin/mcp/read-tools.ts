// Tools that read the devices.

import * as v from 'valibot';
import { deviceNamed, shownScreen, type Desk } from './desk.ts';
import type { Tool } from './protocol.ts';
import { DEVICE, device, text, tool } from './tool.ts';

export const readTools = ({ withSession }: Desk): readonly Tool[] => [
  tool({
    name: 'screen',
    description: 'Returns the screen as text, and as a picture if asked.',
    shape: v.strictObject({ picture: v.optional(v.boolean('must be true or false'), false), device }, 'takes picture and device'), // oxfmt-ignore
    properties: { picture: { type: 'boolean', description: 'Whether to add a picture. Default: false.' }, device: DEVICE }, // oxfmt-ignore
    run: ({ picture, device: name }) =>
      withSession(async (open) => {
        const shown = deviceNamed(open, name);
        const screen = await shownScreen(open, shown);
        if (!picture) return screen;
        const data = Buffer.from(await open.png(shown)).toString('base64');
        return { content: [...screen.content, { type: 'image', data, mimeType: 'image/png' }] };
      }),
  }),
  tool({
    name: 'states',
    description: 'Returns the state of each machine of the firmware.',
    shape: v.strictObject({ device }, 'takes device only'),
    properties: { device: DEVICE },
    run: ({ device: name }) =>
      withSession(async (open) => ({ content: [text(JSON.stringify(await open.states(deviceNamed(open, name))))] })),
  }),
  tool({
    name: 'events',
    description: 'Returns the last five moments at which something happened, with their events.',
    shape: v.strictObject({}, 'takes nothing'),
    properties: {},
    run: () => withSession(async (open) => ({ content: [text((await open.events()).join('\n'))] })),
  }),
];
