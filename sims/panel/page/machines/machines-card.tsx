// Shows the current states of the device's machines. A change is briefly marked; the mark fades by CSS, without a
// timer.

import type { MachineView } from '../connection/panel.ts';

interface MachinesCardProps {
  readonly machines: readonly MachineView[];
  /** Whether the device has no power. */
  readonly off: boolean;
  /** Machine whose chart is shown. */
  readonly chosen: string;
  /** Selects a machine's chart; null if there are no charts. */
  readonly choose: ((machine: string) => void) | null;
}

/** Name under which the link's state is listed among the machines. */
export const SENSOR = 'sensor';

export function MachinesCard({ machines, off, chosen, choose }: MachinesCardProps) {
  return (
    <section class="card card-machines" aria-label="Machines">
      <h2>Machines</h2>
      <table class="machines" data-testid="machines">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Machine</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={machine.name} data-machine={machine.name}>
              <th scope="row">
                {choose && machine.name !== SENSOR ? (
                  <button
                    type="button"
                    class="link"
                    title="Show its statechart"
                    aria-current={machine.name === chosen ? 'true' : undefined}
                    onClick={() => choose(machine.name)}
                  >
                    {machine.name}
                  </button>
                ) : (
                  machine.name
                )}
              </th>
              <td>
                {/* A new key creates a new element, which restarts its animation. */}
                <span key={machine.changes} class={machine.changes > 0 ? 'state state-changed' : 'state'}>
                  {machine.paths.map((path) => (
                    <code key={path}>{path}</code>
                  ))}
                  {machine.changes > 0 && (
                    <span class="changed-mark" aria-hidden="true">
                      ●
                    </span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {machines.length === 0 && <p class="empty">{off ? 'The device is off.' : 'No machine has reported yet.'}</p>}
    </section>
  );
}
