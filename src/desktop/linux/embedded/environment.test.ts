import { expect, test } from 'vitest'
import { busAddress } from './bus-config.ts'
import { applyChange, desktopEnvironment, markerVariable } from './environment.ts'
import type { DesktopFolders } from './folders.ts'

const folders: DesktopFolders = {
  root: '/t/d',
  home: '/t/d/home',
  configHome: '/t/d/home/.config',
  dataHome: '/t/d/home/.local/share',
  stateHome: '/t/d/home/.local/state',
  cacheHome: '/t/d/home/.cache',
  runtime: '/t/d/run',
  busSocket: '/t/d/run/bus',
  logs: '/t/d/logs',
  authority: '/t/d/Xauthority',
  busConfig: '/t/d/session-bus.conf',
}
const changeOver = (base: NodeJS.ProcessEnv) => desktopEnvironment({ id: 'id', display: ':5', folders, base })

test('what is set wins, what is unset goes, the rest stays', () => {
  const base = { PATH: '/bin', HOME: '/root', NO_AT_BRIDGE: '1', SUREHAND_DESKTOP_ROLE: 'services' }
  const env = applyChange(base, changeOver(base))
  expect(env).toMatchObject({ PATH: '/bin', HOME: '/t/d/home', DISPLAY: ':5' })
  expect(env).not.toHaveProperty('NO_AT_BRIDGE')
  expect(env).not.toHaveProperty('SUREHAND_DESKTOP_ROLE')
})

test('a desktop inside another one carries both ids', () => {
  expect(changeOver({}).set[markerVariable]).toBe('id')
  expect(changeOver({ [markerVariable]: 'outer' }).set[markerVariable]).toBe('outer:id')
})

test('a locale that was chosen is kept; without one it is UTF-8', () => {
  expect(changeOver({}).set.LANG).toBe('C.UTF-8')
  for (const name of ['LC_ALL', 'LC_CTYPE', 'LANG'])
    expect(changeOver({ [name]: 'de_DE.UTF-8' }).set).not.toHaveProperty('LANG')
})

test('bytes that mean something in a D-Bus address are escaped', () => {
  expect(busAddress('/tmp/a b,c;d=é/bus')).toBe('unix:path=/tmp/a%20b%2cc%3bd%3d%c3%a9/bus')
})
