// Log of one device or of all, newest line at the bottom. Follows new lines until the user scrolls up.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nameOf } from '../device/device-name.ts';
import type { Moment } from '../connection/moment.ts';
import { TimeLink } from '../timeline/time-link.tsx';
import { useHeld } from '../connection/held-list.ts';
import { fieldText, filteredLines, receivedText, lineText, mergedLines, type ShownLine } from './log-lines.ts';
import type { PaneProps } from '../pane-props.ts';
import { saveText } from '../common/save-as.ts';
import { usePanels } from '../connection/store.ts';

const SHOW: Readonly<Record<string, { readonly from: string; readonly none: string }>> = {
  all: { from: 'debug', none: 'Nothing logged yet.' },
  'without debug': { from: 'info', none: 'Only debug lines.' },
  warnings: { from: 'warn', none: 'No warnings.' },
};
const LEVELS = { all: 'all levels', 'without debug': 'without debug', warnings: 'warnings' };
const TIMES = { device: 'device time', both: 'with time of day' };
const DEVICES = { selected: 'this device', all: 'all devices' };
/** Distance from the end at which a scroll position still counts as the end. */
const END_PX = 24;

export function LogPane({ panel, device, devices, moment }: PaneProps) {
  const past = panel.hello?.timeline ? moment : null;
  const [which, setWhich] = useState('selected');
  const ofDevices = devices.length > 1 && (
    <Choice id="log-device" label="Devices" value={which} options={DEVICES} choose={setWhich} />
  );
  if (which === 'all') return <LogOfAll {...{ devices, ofDevices }} moment={past} />;
  // The key restarts the log at its end for another device.
  return (
    <LogCard
      key={device.index}
      lines={panel.log.map((line) => ({ ...line, device: '' }))}
      ofDevices={ofDevices}
      moment={past}
    />
  );
}

interface LogOfAllProps extends Pick<PaneProps, 'devices'>, Pick<LogCardProps, 'ofDevices' | 'moment'> {}

function LogOfAll({ devices, ofDevices, moment }: LogOfAllProps) {
  const panels = usePanels(devices.map(({ store }) => store));
  return (
    <LogCard
      lines={mergedLines(panels.map(({ hello, log }) => ({ device: nameOf(hello), log })))}
      {...{ ofDevices, moment }}
    />
  );
}

interface LogCardProps {
  readonly lines: readonly ShownLine[];
  /** Choice of devices; null with a single device. */
  readonly ofDevices: ComponentChildren;
  /** null if the past can't be shown. */
  readonly moment: Moment | null;
}

function LogCard({ lines: log, ofDevices, moment }: LogCardProps) {
  const [show, setShow] = useState('all');
  const [area, setArea] = useState('');
  const [find, setFind] = useState('');
  const [times, setTimes] = useState('device');
  const [lines, held, hold] = useHeld(log);
  const { from, none } = SHOW[show] ?? { from: 'debug', none: '' };
  const shown = filteredLines(lines, { level: from, area, find });
  const follow = useFollowed([shown.at(-1)?.number, show, area, find]);
  const areas = Object.fromEntries([['', 'all areas'], ...log.map((line) => [line.area, line.area] as const)]);
  return (
    <section class="card card-log" aria-label="Log">
      <div class="card-head">
        <h2>Log</h2>
        <div class="card-actions">
          {ofDevices}
          <Choice id="log-filter" label="Levels" value={show} options={LEVELS} choose={setShow} />
          <Choice id="log-area" label="Area" value={area} options={areas} choose={setArea} />
          <Choice id="log-times" label="Time" value={times} options={TIMES} choose={setTimes} />
          <input
            type="search"
            aria-label="Find in the log"
            placeholder="Find"
            data-testid="log-find"
            value={find}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
          <button type="button" aria-pressed={held} data-testid="log-pause" onClick={() => hold(!held)}>
            Pause
          </button>
          <button
            type="button"
            disabled={shown.length === 0}
            onClick={() => saveText(`${shown.map(lineText).join('\n')}\n`, 'tapin-log.txt', 'text/plain')}
          >
            Export
          </button>
        </div>
      </div>
      <ol {...follow} class="log" data-testid="log" tabIndex={0} aria-label="Log lines">
        {shown.map((line) => (
          <LogRow key={line.number} {...{ line, moment }} with_received={times !== 'device'} />
        ))}
      </ol>
      {shown.length === 0 && <p class="empty">{find === '' && area === '' ? none : 'No matching lines.'}</p>}
    </section>
  );
}

/** Keeps the end of a list in view unless the user has scrolled away. `changes`: dependencies that may move the end. */
function useFollowed(changes: readonly unknown[]) {
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (list.current !== null && follows.current) list.current.scrollTop = list.current.scrollHeight;
  }, changes);
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLOListElement }): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    follows.current = scrollHeight - scrollTop - clientHeight < END_PX;
  };
  return { ref: list, onScroll };
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

function Choice({ id, label, value, options, choose }: ChoiceProps) {
  return (
    <select aria-label={label} data-testid={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface LogRowProps extends Pick<LogCardProps, 'moment'> {
  readonly line: ShownLine;
  readonly with_received: boolean;
}

function LogRow({ line, with_received, moment }: LogRowProps) {
  return (
    <li class="log-line" data-level={line.level}>
      {with_received && <span class="log-time">{receivedText(line)} </span>}
      <TimeLink at_ms={line.at_ms} moment={moment} kind="log-time" />{' '}
      {line.device !== '' && <span class="log-device">{line.device} </span>}
      <span class="log-level">{line.level}</span> <span class="log-area">{line.area}</span>{' '}
      <span class="log-text">{line.text}</span>
      {Object.entries(line.fields).map(([key, value]) => (
        <span key={key} class="log-field">
          {' '}
          {key}={fieldText(value)}
        </span>
      ))}
    </li>
  );
}
