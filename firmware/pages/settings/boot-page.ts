// Boot page: identity of the device and progress of its start.

import type { IconName } from '../../ui/icons.ts';
import { createPage, drawParagraph, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, SIZE } from '../../ui/theme.ts';
import type { RunningImage } from '../../../hal/images/images.ts';
import type { SensorStatus } from '../../../hal/sensor/sensor.ts';
import { BOARD_FILE_UNUSED } from '../../board.ts';
import { isSettled } from '../../machines/sensor-settled.ts';

type StepState = 'done' | 'doing' | 'wrong';
const STEP_ICON: Record<StepState, IconName> = { done: 'check', doing: 'wait', wrong: 'warn' };
const STEP_COLOR: Record<StepState, string> = { done: COLOR.good, doing: COLOR.muted, wrong: COLOR.accent };

/** Current step of the start. */
export type BootStep = 'reading' | 'meeting';

/** State shown during the start. */
interface BootView {
  readonly image: Pick<RunningImage, 'version'>;
  readonly notes: readonly string[];
  readonly board_problem: string;
  readonly persisted: { readonly id: string };
  readonly sensor: Pick<SensorStatus, 'link' | 'board'>;
}

export function bootPage(device: BootView, booting: BootStep): PageView {
  const page = createPage();
  page.path('M0 26 A26 26 0 1 1 0 26.1', { x: 62, y: 46, fill: COLOR.felt });
  page.dot(88, 72, 9, COLOR.hole, COLOR.felt_line);
  page.dot(72, 80, 6, COLOR.ball);
  page.text(130, 86, 'tapin', { size: SIZE.huge });
  const { version } = device.image;
  page.text(132, 112, version && `firmware ${version}`, { size: SIZE.small, color: COLOR.muted });
  page.say(version ? `tapin ${version} is starting` : 'tapin is starting');
  const read = booting !== 'reading';
  step(page, 0, storageStep(read, device.notes));
  step(page, 1, read ? { text: `Device ${device.persisted.id}`, state: 'done' } : { text: 'Device', state: 'doing' });
  step(page, 2, sensorStep(device));
  const notes = [...(device.board_problem === '' ? [] : [BOARD_FILE_UNUSED]), ...device.notes];
  drawParagraph(page, notes.join(' '), 264, { left: 40, color: COLOR.accent });
  for (const note of notes) page.say(`Note: ${note}`);
  return page.view();
}

/** Returns the initial page, before any state is known. */
export const firstPage = (): PageView =>
  bootPage(
    {
      image: { version: '' },
      notes: [],
      board_problem: '',
      persisted: { id: '' },
      sensor: { link: 'closed', board: null },
    },
    'reading',
  );

interface Step {
  readonly text: string;
  readonly state: StepState;
}

function storageStep(read: boolean, notes: readonly string[]): Step {
  if (!read) return { text: 'Reading storage', state: 'doing' };
  return notes.length === 0 ? { text: 'Storage', state: 'done' } : { text: 'Storage is damaged', state: 'wrong' };
}

function sensorStep({ sensor }: BootView): Step {
  if (sensor.link === 'ready') return { text: `Sensor ${sensor.board?.serial ?? ''}`, state: 'done' };
  return isSettled(sensor)
    ? { text: `Sensor ${sensor.link}`, state: 'wrong' }
    : { text: 'Looking for the sensor', state: 'doing' };
}

function step(page: Page, place: number, { text, state }: Step): void {
  const y = 150 + 34 * place;
  page.icon(STEP_ICON[state], 56, y, 22, STEP_COLOR[state]);
  page.text(92, y + 17, text, { size: SIZE.body, color: state === 'doing' ? COLOR.muted : COLOR.text, width: 360 });
  page.say(`${text}: ${state === 'done' ? 'ok' : state === 'doing' ? 'waiting' : 'see the status page'}`);
}
