// Page of `tapin test --ui`: a scenario beside the front panel that plays it.

import { render } from 'preact';
import { createUiClient } from './client.ts';
import { UiPage } from './ui-page.tsx';

const root = document.querySelector('#app');
const client = createUiClient(new URLSearchParams(location.search).get('token') ?? '');
if (root) render(<UiPage client={client} words={await client.words()} />, root);
