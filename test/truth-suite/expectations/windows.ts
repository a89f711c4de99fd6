import { done, type Line, nothing, type Row } from '../rows.ts'

const frame = (detail: Readonly<Record<string, unknown>>): Line => ['frame', 'is', detail]
/** The app tells of its size, GTK 3 of its place as well, as often as it likes. */
const alongside: readonly Line[] = [['window', 'configure']]

/** What the window manager is asked for, seen by the X server. The window is as it was at the end. */
export const windows: readonly Row[] = [
  {
    tool: 'manage_window',
    args: { action: 'minimize' },
    witness: 'frame',
    truth: 'success',
    ...done(frame({ minimised: true })),
  },
  {
    tool: 'manage_window',
    args: { action: 'minimize' },
    witness: 'frame',
    truth: 'success',
    because: 'it is minimised',
    ...nothing,
  },
  {
    tool: 'manage_window',
    args: { action: 'unminimize' },
    witness: 'frame',
    truth: 'success',
    ...done(frame({ minimised: false })),
  },
  { tool: 'manage_window', args: { action: 'raise' }, witness: 'frame', truth: 'unsupported', ...nothing },
  { tool: 'manage_window', args: { action: 'fullscreen' }, witness: 'frame', truth: 'unsupported', ...nothing },
  {
    tool: 'manage_window',
    args: { action: 'raise', allow_focus_change: true },
    witness: 'frame',
    focus: 'moved',
    truth: 'success',
    ...done(['window', 'focus-in'], frame({ active: true })),
  },
  { tool: 'manage_window', args: { action: 'close' }, witness: 'frame', truth: 'CONFIRMATION_REQUIRED', ...nothing },
  {
    tool: 'manage_window',
    args: { action: 'move', x: 5_000 },
    witness: 'frame',
    truth: 'OFFSCREEN_TARGET',
    ...nothing,
  },
  {
    tool: 'manage_window',
    args: { action: 'move', x: 20, y: 40 },
    witness: 'frame',
    truth: 'success',
    alongside,
    ...done(frame({ x: 20, y: 40, width: 900, height: 600 })),
  },
  {
    tool: 'manage_window',
    args: { action: 'resize', width: 880 },
    witness: 'frame',
    truth: 'success',
    alongside,
    ...done(frame({ x: 20, y: 40, width: 880, height: 600 })),
  },
  {
    tool: 'manage_window',
    args: { action: 'resize', width: 400 },
    witness: 'frame',
    truth: 'success',
    appSpecific: true,
    because: 'the app is at least 720 wide',
    alongside,
    ...done(frame({ x: 20, y: 40, width: 720, height: 600 })),
  },
  {
    tool: 'manage_window',
    args: { action: 'resize', width: 720, height: 600 },
    witness: 'frame',
    truth: 'success',
    because: 'it has this size',
    ...nothing,
  },
  {
    tool: 'manage_window',
    args: { action: 'resize', width: 900, height: 600 },
    witness: 'frame',
    truth: 'success',
    alongside,
    ...done(frame({ x: 20, y: 40, width: 900, height: 600 })),
  },
]
