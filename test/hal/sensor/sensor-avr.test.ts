// Runs the sensor conformance suite on the firmware of sensor-board/: machine code on a virtual chip, at its own baud
// rate, behind the virtual cable.

import test from 'ava';
import { createAvrBoard } from '../../../sims/sensor-board/avr/avr-board.ts';
import { plugIn } from '../../../sims/sensor-board/board-on-port.ts';
import { boardProgram } from '../../../simulation/device/board-program.ts';
import { swingerOn } from '../../support/hal/swinger.ts';
import { overPipe } from './over-pipe.ts';
import { sensorConformance } from './sensor-conformance.ts';

const program = boardProgram();

sensorConformance(
  test,
  overPipe((port, deps) => plugIn(port, (send) => createAvrBoard({ ...deps, program, send })), swingerOn),
);
