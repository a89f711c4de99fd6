import type { Accessibility } from './accessibility.ts'
import type { Clipboard } from './clipboard.ts'
import type { Focus } from './focus.ts'
import type { AgentSeat, CoreSeat, HumanActivity, KeyNames, PostedEvents, SleepInhibitor } from './input.ts'
import type { Launcher } from './launcher.ts'
import type { Capture } from './pictures.ts'
import type { HealthPart, Session } from './session.ts'
import type { Budget, Offer } from './values.ts'
import type { WindowManager } from './window-manager.ts'
import type { Apps, Windows } from './windows.ts'

export interface Desktop {
  readonly platform: string
  readonly apps: Apps
  readonly windows: Windows
  readonly accessibility: Accessibility
  readonly focus: Focus
  readonly capture: Capture
  readonly session: Session
  readonly keyNames: KeyNames
  /** The agent's own pointer and keyboard. */
  readonly agentSeat: Offer<AgentSeat>
  /** Events posted to one window without a device. */
  readonly postedEvents: Offer<PostedEvents>
  /** The person's pointer and keyboard. */
  readonly coreSeat: Offer<CoreSeat>
  readonly clipboard: Offer<Clipboard>
  readonly windowManager: Offer<WindowManager>
  readonly launcher: Offer<Launcher>
  readonly humanActivity: Offer<HumanActivity>
  readonly sleepInhibitor: Offer<SleepInhibitor>
  health(budget: Budget): Promise<readonly HealthPart[]>
  close(): Promise<void>
}
