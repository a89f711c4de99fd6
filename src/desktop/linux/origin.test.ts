import { describe, expect, it } from 'vitest'
import { flatpakOf, launchedFrom, originOf, scriptOf, snapOf, unitOf } from './origin.ts'

describe('where a process comes from', () => {
  it('this one: its own executable', () => {
    const origin = originOf(process.pid)
    expect(origin.executable).toBe(process.execPath)
    expect(origin.sandbox).toBeUndefined()
  })

  it.each([
    ['/usr/bin/python3.11', ['python3', '-I', '/usr/bin/electrum', '--gui'], 'electrum'],
    ['/usr/bin/gjs-console', ['gjs', '/opt/app/main.js'], 'main.js'],
    ['/usr/bin/python3.11', ['python3', ''], undefined],
    ['/usr/bin/keepassxc', ['keepassxc', '/home/a/passwords.kdbx'], undefined],
  ])('%s %j runs the script %s', (executable, command, script) => {
    expect(scriptOf(executable, command)).toBe(script)
  })

  it.each([
    ['[Application]\nname=org.keepassxc.KeePassXC\nruntime=x\n\n[Instance]\nname=other\n', 'org.keepassxc.KeePassXC'],
    ['[Application]\nruntime=runtime/org.kde.Platform\nname=org.a.B\n', 'org.a.B'],
    ['[Instance]\nname=other\n', undefined],
    [undefined, undefined],
  ])('the flatpak of %j is %s', (info, id) => {
    expect(flatpakOf(info)?.id).toBe(id)
  })

  it.each([
    [
      '0::/user.slice/user-1000.slice/user@1000.service/app.slice/snap.bitwarden.bitwarden-1f2e.scope\n',
      undefined,
      'bitwarden',
    ],
    ['0::/\n', 'snap.keepassxc.keepassxc (enforce)\n', 'keepassxc'],
    ['0::/user.slice/snapd.service\n', 'unconfined\n', undefined],
  ])('the snap of %j, %j is %s', (groups, label, id) => {
    expect(snapOf(groups, label)?.id).toBe(id)
  })

  it.each([
    [
      'A=1\0GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/org.x.Y.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=7\0',
      'org.x.Y',
    ],
    [
      'GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/org.x.Y.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=71\0',
      undefined,
    ],
    [undefined, undefined],
  ])('%j of process 7 was started from %s', (environment, id) => {
    expect(launchedFrom(environment, 7)).toBe(id)
  })

  it.each([
    ['0::/user.slice/app.slice/app-gnome-org.gnome.Epiphany-4242.scope\n', 'org.gnome.Epiphany'],
    ['0::/user.slice/app.slice/app-org.kde.konsole@2a9c.service\n', 'org.kde.konsole'],
    ['0::/user.slice/app.slice/app-flatpak-org.a\\x2db.C-99.scope\n', 'org.a-b.C'],
    ['0::/user.slice/session-2.scope\n', undefined],
  ])('%s is the unit of %s', (groups, id) => {
    expect(unitOf(groups)).toBe(id)
  })
})
