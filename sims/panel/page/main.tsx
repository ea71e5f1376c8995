// Entry point of the front panel in the browser: shows the devices of its server.

import { createServerTransport } from './connection/server-transport.ts';
import { showPanel } from './show-panel.tsx';

await showPanel(createServerTransport(new URLSearchParams(location.search).get('token') ?? ''));
