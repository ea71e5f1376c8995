// A session as its players live it, on the virtual clock: hosting, joining, a shared round, leaving.

import test from 'ava';
import { joinAll, sessionDesk } from '../../support/session-desk.ts';

const short = { cfg: { course: { holes: 2, csMin: 5, csMax: 5 } } };

test('[R14] a host shows its code, guests join by typing it, and everybody sees everybody', async (t) => {
  const desk = await sessionDesk(t, { players: [['Ana'], ['Bo'], ['Cy']] });
  const [host, bo, cy] = desk.devices as [(typeof desk.devices)[0], (typeof desk.devices)[0], (typeof desk.devices)[0]];
  const code = await joinAll(desk);
  t.regex(code, /^[0-9A-HJKMNP-TV-Z]{6}$/);
  console.log(host.lines(), bo.lines(), cy.lines());
  await host.press('back');
  await host.choose('Stroke play');
  console.log(host.lines());
  await host.choose('Start');
  console.log(host.lines(), bo.lines(), cy.lines());
  await host.press('ok');
  console.log(host.lines(), bo.lines(), cy.lines());
  await host.putt(0.5);
  await desk.clock.advance(6000);
  console.log(host.lines(), bo.lines(), cy.lines());
  await bo.putt(1);
  console.log(bo.lines());
  await desk.clock.advance(6000);
  console.log(host.lines(), bo.lines(), cy.lines());
});
