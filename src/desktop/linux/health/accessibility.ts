import type { Budget, HealthPart } from '../../port.ts'
import type { AtspiLink } from '../atspi-link.ts'
import { askRunning, type Bus } from '../session/bus.ts'
import { failed, INSIDE_A_SESSION, ok, type PartFacts } from './part.ts'

const SESSION_BUS: PartFacts = {
  name: 'session bus',
  neededFor: ['finding the accessibility bus', 'the screen lock gate'],
  // A bus that is started now would not be the one that the apps are on.
  remedy: INSIDE_A_SESSION,
}

const ACCESSIBILITY_BUS: PartFacts = {
  name: 'accessibility bus',
  neededFor: ['outlines of windows', 'actions on elements'],
  remedy: 'apt-get install at-spi2-core, then log in again',
}

const ENABLED: PartFacts = {
  name: 'accessibility switch',
  neededFor: ['outlines of Qt, Chromium and Electron apps'],
  remedy: 'gsettings set org.gnome.desktop.interface toolkit-accessibility true, and start those apps again',
}

const TOOLKITS: PartFacts = {
  name: 'toolkit variables',
  neededFor: ['outlines of apps that are started from this environment'],
  remedy: 'unset NO_AT_BRIDGE, GTK_A11Y and QT_ACCESSIBILITY, or set QT_ACCESSIBILITY=1',
}

export async function checkSessionBus(bus: Bus): Promise<HealthPart> {
  try {
    await bus.get()
    return ok(SESSION_BUS, 'answers')
  } catch (error) {
    return failed(SESSION_BUS, 'missing', reason(error))
  }
}

export async function checkAccessibility(
  env: NodeJS.ProcessEnv,
  atspi: AtspiLink,
  bus: Bus,
  budget: Budget,
): Promise<readonly HealthPart[]> {
  try {
    const applications = await atspi.use(budget, (it) => it.applications(budget))
    return [ok(ACCESSIBILITY_BUS, `answers, ${applications.length} apps on it`), await checkSwitch(bus, budget)]
  } catch (error) {
    const { AT_SPI_BUS_ADDRESS, DBUS_SESSION_BUS_ADDRESS } = env
    const isOutside = !AT_SPI_BUS_ADDRESS && !DBUS_SESSION_BUS_ADDRESS
    const facts = isOutside ? { ...ACCESSIBILITY_BUS, remedy: INSIDE_A_SESSION } : ACCESSIBILITY_BUS
    return [failed(facts, 'missing', reason(error))]
  }
}

/** Qt, Chromium and Electron look at it when they start; surehand turns it on when it connects. */
async function checkSwitch(bus: Bus, budget: Budget): Promise<HealthPart> {
  try {
    const call = {
      bus: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      iface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.a11y.Status', 'IsEnabled'],
    }
    const answer = await askRunning(bus, call, budget)
    return answer !== 'not-running' && answer[0] === true
      ? ok(ENABLED, 'org.a11y.Status.IsEnabled is on')
      : failed(ENABLED, 'degraded', 'org.a11y.Status.IsEnabled is off')
  } catch (error) {
    return failed(ENABLED, 'degraded', reason(error))
  }
}

/** Values of this environment that switch a toolkit's accessibility off. */
export function checkToolkits(env: NodeJS.ProcessEnv): HealthPart {
  const off = [
    env.NO_AT_BRIDGE !== undefined && env.NO_AT_BRIDGE !== '' && env.NO_AT_BRIDGE !== '0' && 'NO_AT_BRIDGE (GTK 3)',
    env.GTK_A11Y === 'none' && 'GTK_A11Y=none (GTK 4)',
    env.QT_ACCESSIBILITY === '0' && 'QT_ACCESSIBILITY=0 (Qt)',
  ].filter((entry) => entry !== false)
  if (off.length === 0) return ok(TOOLKITS, 'none of them switches accessibility off')
  return failed(TOOLKITS, 'degraded', `switched off by ${off.join(', ')}`)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
