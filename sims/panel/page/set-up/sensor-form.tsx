// Choice of the sensor among the ports that the device has now. The device restarts with it.

import { useState } from 'preact/hooks';
import { Choice } from './choice.tsx';
import { chooseSensor, PLAY, type SetUp } from './device.ts';

export function SensorForm({ state: { sensor, sensors, unplugged } }: { readonly state: SetUp }) {
  const [chosen, choose] = useState(sensor);
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const refused = await chooseSensor(chosen);
    setProblem(refused ?? '');
    if (refused === null) setSent(chosen);
  };
  const in_use = sent !== '' && sent === sensor;
  const message = in_use
    ? 'The putter uses this sensor now.'
    : sent === ''
      ? ''
      : 'The putter restarts with this sensor …';
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>Where putts come from</legend>
        {sensors.map((each) => (
          <Choice key={each} value={each} {...{ chosen, choose }}>
            {nameOf(each)}
            {unplugged.includes(each) && <span class="set-up-detail">, not plugged in</span>}
          </Choice>
        ))}
        <button type="submit" disabled={chosen === sensor}>
          Use this sensor
        </button>
        <p role="status">{problem || message}</p>
        {in_use && <a href={PLAY}>Play</a>}
      </fieldset>
    </form>
  );
}

/** Returns the name of a port, as its maker gave it. */
function nameOf(sensor: string): string {
  if (sensor === 'virtual') return 'No sensor: putts from this page';
  if (sensor === '/dev/serial0') return 'Sensor on the pins of the header';
  const [, name] = /^\/dev\/serial\/by-id\/usb-(.*?)(-if\d\d.*)?$/.exec(sensor) ?? [];
  return name === undefined ? sensor : `USB: ${name.replaceAll('_', ' ')}`;
}
