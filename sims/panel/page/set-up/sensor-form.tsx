// Choice of the sensor among the ports that the device has now. The device restarts with it.

import { useId, useState } from 'preact/hooks';
import { chooseSensor, PLAY, type SetUp } from './device.ts';

export function SensorForm({ state: { sensor, sensors, unplugged } }: { readonly state: SetUp }) {
  const id = useId();
  const [chosen, choose] = useState(sensor);
  const [message, setMessage] = useState('');
  const [is_sent, setSent] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const refused = await chooseSensor(chosen);
    setMessage(refused ?? 'The putter restarts with this sensor. Wait half a minute, then play.');
    setSent(refused === null);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>Sensor</legend>
        <p class="set-up-field">
          <label for={id}>Where putts come from</label>
          <select id={id} value={chosen} data-testid="sensor" onChange={(event) => choose(event.currentTarget.value)}>
            {sensors.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
                {unplugged.includes(each) ? ' (not plugged in)' : ''}
              </option>
            ))}
          </select>
        </p>
        <button type="submit" disabled={chosen === sensor}>
          Use this sensor
        </button>
        <p role="status">{message}</p>
        {is_sent && <a href={PLAY}>Play</a>}
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
