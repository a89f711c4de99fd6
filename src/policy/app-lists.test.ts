import { describe, expect, it } from 'vitest'
import { type AppLists, compileAppLists } from './app-lists.ts'
import type { AppFacts } from './app-pattern.ts'

const lists: AppLists = { deny: [], readOnly: [], allow: [], builtin: true }
const editor: AppFacts = { desktopIds: [], executables: ['/usr/bin/mousepad'], windowClass: 'Mousepad' }
const facts = (more: Partial<AppFacts>): AppFacts => ({ desktopIds: [], executables: ['/usr/bin/other'], ...more })

describe('app lists', () => {
  it.each<[string, Partial<AppLists>, AppFacts, string, string | undefined]>([
    ['nothing listed', {}, editor, 'allowed', undefined],
    ['its executable, by name', { deny: [{ executable: 'mousepad' }] }, editor, 'denied', 'apps.deny[0]'],
    ['its executable, by path', { deny: [{ executable: '/usr/bin/mouse*' }] }, editor, 'denied', 'apps.deny[0]'],
    ['another path', { deny: [{ executable: '/opt/mousepad' }] }, editor, 'allowed', undefined],
    ['a part of the name is not the name', { deny: [{ executable: 'mouse' }] }, editor, 'allowed', undefined],
    ['a dot is a dot', { deny: [{ executable: 'm.usepad' }] }, editor, 'allowed', undefined],
    ['its class, case apart', { deny: [{ window_class: 'MOUSEPAD' }] }, editor, 'denied', 'apps.deny[0]'],
    [
      'its script',
      { deny: [{ executable: 'tool' }] },
      facts({ executables: ['/usr/bin/python3', 'tool'] }),
      'denied',
      'apps.deny[0]',
    ],
    ['its sandbox', { deny: [{ sandbox_id: 'org.x.Y' }] }, facts({ sandboxId: 'org.x.Y' }), 'denied', 'apps.deny[0]'],
    [
      'its desktop id, with suffix',
      { deny: [{ desktop_id: 'org.x.Y.desktop' }] },
      facts({ desktopIds: ['org.x.Y'] }),
      'denied',
      'apps.deny[0]',
    ],
    [
      'all given parts must hold',
      { deny: [{ executable: 'mousepad', window_class: 'Other' }] },
      editor,
      'allowed',
      undefined,
    ],
    ['an empty entry is nobody', { deny: [{}] }, editor, 'allowed', undefined],
    ['the second entry', { deny: [{ executable: 'a' }, { executable: 'mousepad' }] }, editor, 'denied', 'apps.deny[1]'],
    ['read-only', { readOnly: [{ executable: 'mousepad' }] }, editor, 'read-only', 'apps.read_only[0]'],
    [
      'deny beats read-only',
      { deny: [{ executable: 'mousepad' }], readOnly: [{ executable: 'mousepad' }] },
      editor,
      'denied',
      'apps.deny[0]',
    ],
    [
      'deny beats allow',
      { deny: [{ executable: 'mousepad' }], allow: [{ executable: 'mousepad' }] },
      editor,
      'denied',
      'apps.deny[0]',
    ],
    ['nobody knows who it is', {}, { desktopIds: [], executables: [] }, 'denied', 'apps.unidentified'],
  ])('%s', (_, given, app, access, rule) => {
    expect(compileAppLists({ ...lists, ...given })(app)).toEqual({ access, ...(rule && { rule }) })
  })

  it.each([
    { executables: ['/usr/bin/keepassxc'] },
    { executables: ['/app/bin/x'], sandboxId: 'org.keepassxc.KeePassXC' },
    { executables: ['/snap/bitwarden/1/bin'], sandboxId: 'bitwarden' },
    { executables: ['/usr/bin/mono-sgen'], windowClass: 'KeePass2' },
    { executables: ['/usr/bin/seahorse'] },
    { executables: ['/usr/lib/polkit-gnome/polkit-gnome-authentication-agent-1'] },
    { executables: ['/usr/bin/python3.11', 'electrum'] },
    { executables: ['/usr/bin/pinentry-gtk-2'] },
    { executables: ['/usr/libexec/gcr-prompter'] },
  ])('denied from the start: %j', (app) => {
    expect(compileAppLists(lists)(facts(app))).toEqual({ access: 'denied', rule: 'apps.builtin' })
    expect(compileAppLists({ ...lists, builtin: false })(facts(app)).access).toBe('allowed')
  })

  it('an exception lifts the built-in list for that app only', () => {
    const decide = compileAppLists({ ...lists, allow: [{ executable: 'seahorse' }] })
    expect(decide(facts({ executables: ['/usr/bin/seahorse'] })).access).toBe('allowed')
    expect(decide(facts({ executables: ['/usr/bin/keepassxc'] })).access).toBe('denied')
  })

  it.each(['mousepad', 'firefox', 'chromium', 'xterm', 'gjs-console', 'libreoffice', 'kcalc', 'thunar', 'secretary'])(
    '%s is not on the built-in list',
    (name) => {
      expect(compileAppLists(lists)(facts({ executables: [`/usr/bin/${name}`] })).access).toBe('allowed')
    },
  )
})
