// Model of the kernel's USB gadgets in configfs: which writes, links and removals are allowed when, with the errors of
// the kernel (drivers/usb/gadget/configfs.c and f_hid.c of Linux 6.1).

import type { GadgetFiles } from '../../../hal/keyboard/gadget.ts';

interface Configfs {
  readonly files: GadgetFiles;
  /** Returns all paths except the initial folders. */
  paths(): readonly string[];
  read(path: string): string;
  /** Returns the number of changes made so far. */
  changes(): number;
  /** Makes the change with this number (from 1) fail with this code. */
  failAt(change: number, code: string): void;
}

const GADGETS = '/gadgets';
const CONTROLLERS = '/udc';

export const CONFIGFS_FOLDERS = { gadgets: GADGETS, controllers: CONTROLLERS } as const;

const systemError = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

/** Returns the files and folders that the kernel creates in a new folder. */
function bornWith(path: string): readonly (readonly [string, string | null])[] {
  const inside = path.slice(GADGETS.length + 1).split('/');
  const [, kind] = inside;
  if (inside.length === 1)
    return [['idVendor', '0x0000\n'], ['idProduct', '0x0000\n'], ['UDC', '\n'], ['strings', null], ['functions', null], ['configs', null]]; // oxfmt-ignore
  if (inside.length === 3 && kind === 'functions')
    return ['protocol', 'subclass', 'report_length', 'no_out_endpoint', 'report_desc'].map((name) => [name, '0\n']);
  if (inside.length === 3 && kind === 'configs') return [['bmAttributes', '0x80\n'], ['MaxPower', '2\n'], ['strings', null]]; // oxfmt-ignore
  if (inside.length === 3) return [['manufacturer', '\n'], ['product', '\n']]; // oxfmt-ignore
  return [['configuration', '\n']];
}

export function configfs(controllers: readonly string[]): Configfs {
  /** Content by path; null for a folder, and the content of a link starts with `->`. */
  const nodes = new Map<string, string | null>([[GADGETS, null], [CONTROLLERS, null], ...controllers.map((name) => [`${CONTROLLERS}/${name}`, null] as const)]); // oxfmt-ignore
  let changes = 0;
  let failing: readonly [number, string] = [0, ''];
  const under = (path: string): string[] => [...nodes.keys()].filter((each) => each.startsWith(`${path}/`));
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  const gadgetOf = (path: string): string => path.split('/').slice(0, 3).join('/');
  const changing = (path: string): void => {
    changes++;
    if (changes === failing[0]) throw systemError(failing[1], path);
  };
  const links = (): readonly (readonly [string, string])[] =>
    [...nodes].flatMap(([path, content]) => (content?.startsWith('->') ? [[path, content.slice(2)] as const] : []));
  const isLinked = (path: string): boolean => links().some(([, to]) => to === path);
  const isBound = (path: string): boolean => (nodes.get(`${gadgetOf(path)}/UDC`) ?? '').trim() !== '';
  const born = (path: string): boolean => bornWith(parentOf(path)).some(([name]) => path.endsWith(`/${name}`));

  const make = (path: string): void => {
    if (nodes.has(path)) return;
    if (!nodes.has(parentOf(path))) make(parentOf(path));
    changing(path);
    nodes.set(path, null);
    for (const [name, content] of bornWith(path)) nodes.set(`${path}/${name}`, content);
  };
  const bind = (path: string, controller: string): void => {
    if (controller === '') {
      if (!isBound(path)) throw systemError('ENODEV', path);
      return void nodes.set(path, '\n');
    }
    const taken = [...nodes].some(([each, content]) => each.endsWith('/UDC') && content?.trim() === controller);
    if (isBound(path) || taken) throw systemError('EBUSY', path);
    if (!nodes.has(`${CONTROLLERS}/${controller}`)) throw systemError('ENODEV', path);
    nodes.set(path, `${controller}\n`);
  };
  const write = (path: string, content: string): void => {
    if (typeof nodes.get(path) !== 'string') throw systemError('EACCES', path);
    changing(path);
    if (path.endsWith('/UDC')) return bind(path, content.trim());
    if (path.includes('/functions/') && isLinked(parentOf(path))) throw systemError('EBUSY', path);
    nodes.set(path, content);
  };
  const removeFolder = (path: string): void => {
    if (!nodes.has(path)) throw systemError('ENOENT', path);
    const inside = under(path).filter((each) => !born(each));
    if (isLinked(path) || isBound(path)) throw systemError('EBUSY', path);
    if (inside.length > 0) throw systemError('ENOTEMPTY', path);
    changing(path);
    for (const each of [path, ...under(path)]) nodes.delete(each);
  };
  const files: GadgetFiles = {
    existsSync: (path: string) => nodes.has(path),
    mkdirSync: (path) => make(path),
    readdirSync: (path: string) => under(path).map((each) => each.slice(path.length + 1)).filter((each) => !each.includes('/')), // oxfmt-ignore
    readFileSync: (path: string) => nodes.get(path) ?? '',
    writeFileSync: (path: string, content: string | Uint8Array) => write(path, content.toString()),
    rmdirSync: removeFolder,
    symlinkSync(to: string, path: string) {
      if (nodes.has(path)) throw systemError('EEXIST', path);
      changing(path);
      nodes.set(path, `->${to}`);
    },
    unlinkSync(path: string) {
      if (!nodes.has(path)) throw systemError('ENOENT', path);
      if (isBound(path)) throw systemError('EBUSY', path);
      changing(path);
      nodes.delete(path);
    },
  };
  return {
    files,
    paths: () => [...nodes.keys()].filter((path) => path.startsWith(`${GADGETS}/`)),
    read: (path) => nodes.get(path) ?? '',
    changes: () => changes,
    failAt: (change, code) => void (failing = [changes + change, code]),
  };
}
