// Pages for playing on a golf simulator, reached by keys and strikes while stand-in simulators run.

import { joinAll, sessionFixture, type SeatedDevice } from '../support/device/session-fixture.ts';
import { plugGspconnect, plugPuttingPort } from '../support/simulator/simulator-fixture.ts';
import type { Visit } from './visit.ts';
import { exactly } from '../support/items.ts';

export async function tourSimulators(visit: Visit): Promise<void> {
  const settings = [{ name: 'Host' }, { name: 'Guest' }];
  const fixture = await sessionFixture({ seed: 6, players: [['Ana'], ['Bo']], settings });
  const [host, bo] = exactly(2, fixture.devices);
  const visitDevice = (name: string, { components }: SeatedDevice): Promise<void> => visit(name, components());
  const closed = fixture.tcp.listen('127.0.0.1', 921, () => ({ data() {}, closed() {} }));
  if (closed.ok) closed.value.close();
  await joinAll(fixture);
  await host.press('back');
  await host.choose('Simulator');
  await visitDevice('simulator-setup', host);
  await host.choose('Address');
  await visitDevice('simulator-address', host);
  await host.press('back');
  await host.press('up', 'up');
  await host.choose('Play');
  await fixture.clock.advance(1500);
  await visitDevice('simulator-trouble', host);
  plugGspconnect(fixture);
  await fixture.clock.advance(9000);
  await bo.press('left', 'left', 'left');
  await fixture.clock.advance(1500);
  await bo.strike({ club_speed_mps: 1.6, face_angle_deg: -0.8 });
  await fixture.clock.advance(4000);
  await visitDevice('simulator', host);
  await bo.choose('Repeat aim and shot');
  await fixture.clock.advance(700);
  await visitDevice('sharing-muted', bo);
  await fixture.clock.advance(9000);
  await visitDevice('sharing', bo);
  plugPuttingPort(fixture, 'busy');
  await host.press('back', 'back');
  await host.choose('Simulator connector');
  await host.choose('Play');
  await host.strike({ club_speed_mps: 1.3, face_angle_deg: 0.5 });
  await fixture.clock.advance(3000);
  await visitDevice('simulator-connector', host);
}
