// The pages of playing on a golf simulator, brought about by keys and strikes beside stand-ins.

import { joinAll, sessionDesk, type SeatedDevice } from '../support/session-desk.ts';
import { plugGspconnect, plugPuttingPort } from '../support/simulator-desk.ts';
import type { Visit } from './visit.ts';

export async function tourSimulators(visit: Visit): Promise<void> {
  const settings = [{ name: 'Host' }, { name: 'Guest' }];
  const desk = await sessionDesk({ seed: 6, players: [['Ana'], ['Bo']], settings });
  const [host, bo] = desk.devices as [SeatedDevice, SeatedDevice];
  const look = (name: string, { parts }: SeatedDevice): Promise<void> => visit(name, parts());
  const closed = desk.tcp.listen('127.0.0.1', 921, () => ({ data() {}, closed() {} }));
  if (closed.ok) closed.value.close();
  await joinAll(desk);
  await host.press('back');
  await host.choose('Simulator');
  await look('simulator-setup', host);
  await host.choose('Address');
  await look('simulator-address', host);
  await host.press('back');
  await host.press('up', 'up');
  await host.choose('Play');
  await desk.clock.advance(1500);
  await look('simulator-trouble', host);
  plugGspconnect(desk);
  await desk.clock.advance(9000);
  await bo.press('left', 'left', 'left');
  await desk.clock.advance(1500);
  await bo.strike({ club_speed_mps: 1.6, face_angle_deg: -0.8 });
  await desk.clock.advance(4000);
  await look('simulator', host);
  await bo.choose('Repeat aim and shot');
  await desk.clock.advance(700);
  await look('sharing-muted', bo);
  await desk.clock.advance(9000);
  await look('sharing', bo);
  plugPuttingPort(desk, 'busy');
  await host.press('back', 'back');
  await host.choose('Simulator connector');
  await host.choose('Play');
  await host.strike({ club_speed_mps: 1.3, face_angle_deg: 0.5 });
  await desk.clock.advance(3000);
  await look('simulator-connector', host);
}
