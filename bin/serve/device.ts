// Runs one device on this machine with its front panel and, optionally, a remote cloud: `tapin device`.

import type { Images } from '../../hal/images/images.ts';
import { createReleaseImages } from '../../hal/images/images-release.ts';
import type { Link } from '../../hal/link/link.ts';
import { createVirtualWifi } from '../../hal/wifi/wifi-virtual.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { createNmcliWifi } from '../../hal/wifi/wifi-nmcli.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import { imageFromLoader, LOADER_BEFORE, restartLoader } from '../release/booted-image.ts';
import type { BoardSetup } from '../board/board-shapes.ts';
import { accessPointFrom, createPortal, storeCountry } from '../board/own-network.ts';
import type { LinuxBoard } from '../board/linux-board.ts';
import { readPublicKeyFile } from '../cloud/firmware-key.ts';
import { ONLY_DEVICE, startLocalDevice } from './local-device.ts';
import { openRecorder } from '../recording/open-recorder.ts';
import { closeAndExit, openResources, openStorage, type ProcessResources } from '../process/resources.ts';
import { readIdentityFile, settleIdentity } from './identity.ts';
import { keptToken } from './panel-token.ts';
import type { PanelSensors } from '../../sims/panel/panel-device.ts';
import { createSensorChoice, sensorOf } from './sensor-choice.ts';
import { servePanel } from './panel.ts';
import type { Splash } from '../board/splash.ts';
import { storeSimulatorAddresses } from './simulator-addresses.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  /** Origin of the cloud. */
  readonly cloud?: string;
  /** File with the device's identity at the cloud. */
  readonly identity?: string;
  /** Address of a golf simulator. */
  readonly simulator?: string;
  /** Address of a launch monitor's connector. */
  readonly connector?: string;
  /** Path of a keyboard gadget. */
  readonly keyboard?: string;
  /** Whether to open the page in this machine's browser. */
  readonly open?: boolean;
  readonly seed?: number;
  /** File for the recording. */
  readonly record?: string;
  /** Files for the timeline. */
  readonly trace?: string;
  readonly vcd?: string;
  readonly verbose?: boolean;
}

/** Options of a device, including updates of its own firmware. */
export interface DeviceOptions extends ServeOptions {
  /** Hardware wired to this machine. */
  readonly board: BoardSetup;
  /** Why the owner's board file is not used; '' if it is. */
  readonly board_problem: string;
  readonly releases?: string;
  readonly firmwareKey?: string;
}

/** Serves the device. `linux`: null on another system. */
export async function serveDevice(options: DeviceOptions, linux: LinuxBoard | null, splash: Splash): Promise<void> {
  const resources = openResources({ ...options, ...linux });
  if (linux) resources.onClose(() => linux.poller.close());
  resources.onClose(async () => splash.close());
  if (options.board_problem !== '') resources.log.write('warn', 'board', options.board_problem);
  const trusted = options.firmwareKey === undefined ? ok([]) : await readTrustedKeys(options.firmwareKey);
  if (!trusted.ok) return closeAndExit(resources, trusted.error);
  const flash = await openStorage(resources, options.data);
  if (!flash.ok) return closeAndExit(resources, flash.error);
  const given = options.identity === undefined ? ok(undefined) : readIdentityFile(options.identity);
  if (!given.ok) return closeAndExit(resources, given.error);
  const place = { folder: options.data, log: resources.log, ...(given.value ? { given: given.value } : {}) };
  const settled = await settleIdentity(flash.value, place);
  if (!settled.ok) return closeAndExit(resources, settled.error);
  logUnstored(resources, await storeSimulatorAddresses(flash.value, options));
  const recorded = openRecorder(resources, options);
  if (!recorded.ok) return closeAndExit(resources, recorded.error);
  const releases = await releaseImages(resources, options.releases);
  if (!releases.ok) return closeAndExit(resources, releases.error);
  const wifi = wifiOf(resources, options);
  const sensor = sensorOf(options.data, options.sensor);
  const device = startLocalDevice(resources, {
    ...options,
    sensor,
    recorder: recorded.value?.recorder ?? null,
    flash: flash.value,
    random: resources.random,
    firmware_keys: trusted.value,
    ...releases.value,
    ...linux,
    touchscreen: linux !== null && options.board.inputs !== undefined && options.board.display !== undefined,
    ...wifi,
  });
  if (linux) {
    const { openBoard } = await import('../board/open-board.ts');
    openBoard({ resources, poller: linux.poller, splash, board: options.board, device });
  }
  const { recording, timelineOf } = recorded.value ?? {};
  const shown = {
    ...device,
    ...(timelineOf ? { timeline: timelineOf(ONLY_DEVICE) } : {}),
    ...sensorChoice(resources, options, sensor),
  };
  const own_network = { ownAddress: () => wifi.wifi?.accessPoint()?.address ?? null };
  await servePanel(resources, { ...options, ...own_network, ...(recording && { recording }) }, [shown], {});
  if (linux) {
    const { notifySystemd } = await import('../board/systemd.ts');
    notifySystemd(resources, { clock: resources.clock, flash: flash.value, device });
  }
}

/** Returns the Wi-Fi of the board file. */
function wifiOf(
  { clock, log, onClose }: ProcessResources,
  { board, board_problem, data, port }: DeviceOptions,
): { readonly wifi?: Wifi; readonly network?: Link } {
  if (!board.wifi) return {};
  if (board.wifi === 'virtual') {
    const wifi = createVirtualWifi({ clock });
    return { wifi, network: wifi.link };
  }
  const { adapter, password } = board.wifi;
  const portal = createPortal(port, log);
  onClose(async () => portal.serve(null));
  return {
    wifi: createNmcliWifi({
      adapter,
      async accessPoint() {
        const kept = await keptToken(data);
        return kept.ok
          ? ok(accessPointFrom(kept.value.token, { password, is_board_unused: board_problem !== '' }))
          : kept;
      },
      onAccessPoint: portal.serve,
      setCountry: (country) => storeCountry(data, country),
    }),
  };
}

/** Logs a storage failure: a device with a full or worn card still plays with its stored data. */
function logUnstored({ log }: ProcessResources, stored: Result<void>): void {
  if (!stored.ok) log.write('warn', 'storage', stored.error.message);
}

const readTrustedKeys = async (path: string): Promise<Result<readonly PublicKey[]>> => {
  const key = await readPublicKeyFile(path);
  return key.ok ? ok([key.value]) : key;
};

/** Returns the release images of a device below a boot loader. */
async function releaseImages(
  resources: ProcessResources,
  folder: string | undefined,
): Promise<Result<{ readonly images?: Images }>> {
  const booted = imageFromLoader();
  if (folder === undefined || booted === null) return ok({});
  // The lock of the loader that became this device is released.
  const locked = process.env[LOADER_BEFORE] === undefined ? ok(null) : await openStorage(resources, folder);
  if (!locked.ok) return locked;
  const { releaseBoard } = await import('../release/boot-releases.ts');
  return ok({
    images: createReleaseImages({ board: releaseBoard(folder), booted, restart: () => void restartProcess(resources) }),
  });
}

/** Lets the page choose the sensor where something starts this process again. */
function sensorChoice(
  resources: ProcessResources,
  { data, sensor: given }: DeviceOptions,
  current: string,
): { readonly sensors?: PanelSensors } {
  if (imageFromLoader() === null && !process.env['NOTIFY_SOCKET']) return {};
  const restart = (): void => void restartProcess(resources);
  return { sensors: createSensorChoice({ data, current, given, restart }) };
}

/** Lets the boot loader start the selected release. */
async function restartProcess(resources: ProcessResources): Promise<void> {
  await resources.close();
  restartLoader();
}
