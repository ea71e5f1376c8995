// Linux input event codes that tapin uses, and key names as in linux/input-event-codes.h. They are part of the
// kernel's ABI and never change.

export const EV_SYN = 0;
export const EV_KEY = 1;
export const EV_REL = 2;
export const EV_ABS = 3;

export const SYN_REPORT = 0;
export const SYN_MT_REPORT = 2;
export const SYN_DROPPED = 3;

export const REL_X = 0x00;
export const REL_Y = 0x01;
export const REL_DIAL = 0x07;
export const REL_WHEEL = 0x08;

export const ABS_X = 0x00;
export const ABS_Y = 0x01;
export const ABS_MT_SLOT = 0x2f;
export const ABS_MT_POSITION_X = 0x35;
export const ABS_MT_POSITION_Y = 0x36;
export const ABS_MT_TRACKING_ID = 0x39;

export const BTN_LEFT = 0x110;
export const BTN_RIGHT = 0x111;
export const BTN_TOOL_PEN = 0x140;
export const BTN_TOUCH = 0x14a;
export const BTN_STYLUS = 0x14b;

/** Property of touchpads and tablets: they move a pointer. */
export const INPUT_PROP_POINTER = 0;
/** Property of touch screens: a touch acts on what is displayed under it. */
export const INPUT_PROP_DIRECT = 1;

/** Names without the `KEY_` prefix, in numeric order from 1 on; `-` for a gap. */
const KEYS_FROM_1 = `ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER
  LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT
  KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4 KP5 KP6
  KPPLUS KP1 KP2 KP3 KP0 KPDOT - ZENKAKUHANKAKU 102ND F11 F12 RO KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN
  KPJPCOMMA KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE
  MACRO MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA HANGEUL HANJA YEN LEFTMETA RIGHTMETA
  COMPOSE STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE
  DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER BACK FORWARD CLOSECD
  EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE ISO CONFIG HOMEPAGE REFRESH EXIT MOVE
  EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24`;

/** Keys of remote controls, button pads and game pads. */
const MORE_KEYS: Readonly<Record<string, number>> = {
  KEY_CANCEL: 0xdf,
  BTN_0: 0x100,
  BTN_1: 0x101,
  BTN_2: 0x102,
  BTN_3: 0x103,
  BTN_4: 0x104,
  BTN_5: 0x105,
  BTN_6: 0x106,
  BTN_7: 0x107,
  BTN_8: 0x108,
  BTN_9: 0x109,
  BTN_LEFT,
  BTN_RIGHT,
  BTN_MIDDLE: 0x112,
  BTN_TRIGGER: 0x120,
  BTN_THUMB: 0x121,
  BTN_SOUTH: 0x130,
  BTN_EAST: 0x131,
  BTN_NORTH: 0x133,
  BTN_WEST: 0x134,
  BTN_SELECT: 0x13a,
  BTN_START: 0x13b,
  BTN_MODE: 0x13c,
  KEY_OK: 0x160,
  KEY_SELECT: 0x161,
  KEY_CLEAR: 0x163,
  KEY_INFO: 0x166,
  KEY_RED: 0x18e,
  KEY_GREEN: 0x18f,
  KEY_YELLOW: 0x190,
  KEY_BLUE: 0x191,
  KEY_CHANNELUP: 0x192,
  KEY_CHANNELDOWN: 0x193,
  KEY_NEXT: 0x197,
  KEY_PREVIOUS: 0x19c,
  BTN_DPAD_UP: 0x220,
  BTN_DPAD_DOWN: 0x221,
  BTN_DPAD_LEFT: 0x222,
  BTN_DPAD_RIGHT: 0x223,
};

/** Key and button codes by name. */
export const KEY_CODES: ReadonlyMap<string, number> = new Map([
  ...KEYS_FROM_1.split(/\s+/)
    .map((name, at): [string, number] => [`KEY_${name}`, at + 1])
    .filter(([name]) => name !== 'KEY_-'),
  ...Object.entries(MORE_KEYS),
]);
