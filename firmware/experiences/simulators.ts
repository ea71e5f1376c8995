// Golf simulators: through a direct connection, through a connector that only receives putts, or as a guest on the
// host's (R72).

import { SIM_PAGE_MODE } from '../../wire/choices.ts';
import { defineSimulator, type SharedSimulatorExperience } from './experience.ts';

export const simulatorDirect = defineSimulator({
  id: 'simdirect',
  mode: SIM_PAGE_MODE.simdirect,
  name: 'Simulator',
  icon: 'M3 5 L21 5 L21 16 L3 16 Z M8 20 L16 20 M12 16 L12 20 M9 12 L12 8 L15 12',
  about: 'Putts and swings play on a golf simulator near you.',
  transport: 'simdirect',
});

export const simulatorConnector = defineSimulator({
  id: 'simport',
  mode: SIM_PAGE_MODE.simport,
  name: 'Simulator connector',
  icon: 'M3 5 L15 5 L15 14 L3 14 Z M6 18 L12 18 M9 14 L9 18 M15 9 L21 9 M18 6 L21 9 L18 12',
  about: 'Putts play through a launch monitor’s connector.',
  transport: 'simport',
});

export const sharedSimulator: SharedSimulatorExperience<'sharing'> = {
  kind: 'shared-simulator',
  id: 'sharing',
  mode: 20,
  name: "The host's simulator",
  cfg: null,
};
