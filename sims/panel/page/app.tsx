// The page: the device on one side, what is behind it on the other.

import { useEffect } from 'preact/hooks';
import { Device } from './device.tsx';
import { LinkCard } from './link-card.tsx';
import { LogCard } from './log-card.tsx';
import { MachinesCard } from './machines-card.tsx';
import type { Services } from './services.ts';
import { StatusLine } from './status-line.tsx';
import { usePanel } from './store.ts';
import type { Store } from './store.ts';
import { StrikeCard } from './strike-card.tsx';

export interface AppProps extends Services {
  readonly store: Store;
}

export function App({ store, painter, speaker, keys, actions, touch }: AppProps) {
  const panel = usePanel(store);
  const device = panel.hello?.device;
  const name = device?.name || device?.id || '';
  useEffect(() => {
    if (name !== '') document.title = `tapin — ${name}`;
  }, [name]);
  return (
    <>
      <header class="bar">
        <Mark />
        <h1 class="bar-title">tapin {name !== '' && <span class="bar-name">{name}</span>}</h1>
        {device !== undefined && (
          <p class="bar-facts">
            {[device.id, device.role].filter((fact) => fact !== 'off' && fact !== name).join(' · ')}
          </p>
        )}
        <StatusLine connection={panel.connection} notice={panel.notice} refusal={panel.refusal} />
      </header>
      <main class="page">
        <Device {...{ panel, painter, speaker, keys, actions, touch }} />
        <div class="side">
          <div class="cards">
            <StrikeCard hello={panel.hello} link={panel.link} last_strike={panel.last_strike} actions={actions} />
            <LinkCard hello={panel.hello} link={panel.link} actions={actions} />
            <MachinesCard machines={panel.machines} />
            <LogCard log={panel.log} />
          </div>
        </div>
      </main>
    </>
  );
}

/** A ball short of the hole. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" class="mark-green" />
      <ellipse cx="20.5" cy="20" rx="6.5" ry="3.6" class="mark-hole" />
      <circle cx="10" cy="16.5" r="4.2" class="mark-ball" />
    </svg>
  );
}
