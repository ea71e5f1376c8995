// The notice of the panel: which of several answers the player reads.

import test from 'ava';
import { createActions } from '../../../../../sims/panel/page/connection/actions.ts';
import type { Api, ApiProblem } from '../../../../../sims/panel/page/connection/api.ts';
import { EMPTY_PANEL } from '../../../../../sims/panel/page/connection/panel.ts';
import type { PanelStore } from '../../../../../sims/panel/page/connection/store.ts';

interface Answers {
  plug(problem: ApiProblem): void;
  fault(problem: ApiProblem): void;
}

/** Starts a sensor plug and a sensor fault, which the test answers. @returns The notice on the page. */
async function noticeAfter(answer: (answers: Answers) => void): Promise<string | undefined> {
  const [plug, fault] = [Promise.withResolvers<ApiProblem>(), Promise.withResolvers<ApiProblem>()];
  let panel = EMPTY_PANEL;
  const store: PanelStore = {
    get: () => panel,
    change: (how) => (panel = how(panel)),
    subscribe: () => () => undefined,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tested actions make only these two calls
  const api = { plug: () => plug.promise, fault: () => fault.promise } as unknown as Api;
  const actions = createActions(api, store, () => Promise.resolve(null));
  actions.plug(true);
  actions.fault('slow');
  answer({ plug: plug.resolve, fault: fault.resolve });
  await Promise.all([plug.promise, fault.promise]);
  await new Promise(setImmediate);
  return panel.notice?.text;
}

test('[panel] keeps the notice of the newest action when an older one succeeds later', async (t) => {
  t.is(await noticeAfter(({ plug, fault }) => (fault(null), plug(null))), 'Sensor fault: slow.');
  t.is(await noticeAfter(({ plug, fault }) => (plug(null), fault(null))), 'Sensor fault: slow.');
});

test('[panel] shows the problem of an older action even after a newer one succeeded', async (t) => {
  t.is(await noticeAfter(({ plug, fault }) => (fault(null), plug('The port is in use.'))), 'The port is in use.');
});
