import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessibleFlags } from './accessibility.ts'
import { parseKeyFile } from './desktop-file.ts'
import { describeEntry, readEntries } from './entries.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'surehand-entries-'))
})
afterEach(() => rmSync(root, { recursive: true }))

async function put(file: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text, { mode })
}

const entry = (...lines: string[]) => ['[Desktop Entry]', 'Type=Application', ...lines].join('\n')
const env = () => ({ XDG_DATA_HOME: join(root, 'own'), XDG_DATA_DIRS: join(root, 'system'), PATH: join(root, 'bin') })

test('folders are part of the id; a more important folder replaces, hides and does not merge', async () => {
  await put('bin/app', '', 0o755)
  await put('system/applications/kde/a.desktop', entry('Name=A', 'Exec=app'))
  await put('system/applications/b.desktop', entry('Name=System B', 'Exec=app'))
  await put('system/applications/c.desktop', entry('Name=C', 'Exec=app'))
  await put('own/applications/b.desktop', entry('Name=Own B', 'Exec=app --own'))
  await put('own/applications/c.desktop', entry('Name=C', 'Exec=app', 'Hidden=true'))
  const found = await readEntries(env())
  expect(found.map(({ id, name }) => `${id} ${name}`).sort()).toEqual(['b.desktop Own B', 'kde-a.desktop A'])
})

test('what cannot be started is not there', async () => {
  await put('bin/app', '', 0o755)
  await put('bin/data', '')
  for (const [name, ...lines] of [
    ['missing', 'Name=M', 'Exec=nothing'],
    ['no-right', 'Name=N', 'Exec=data'],
    ['try', 'Name=T', 'Exec=app', 'TryExec=nothing'],
    ['terminal', 'Name=V', 'Exec=app', 'Terminal=true'],
    ['broken', 'Name=B', 'Exec=app "'],
    ['no-exec', 'Name=X'],
  ])
    await put(`own/applications/${name}.desktop`, entry(...lines))
  await put('own/applications/link.desktop', '[Desktop Entry]\nType=Link\nName=L\nURL=http://x\nExec=app')
  expect(await readEntries(env())).toEqual([])
})

test('names are read in the language of the person', () => {
  const keys = parseKeyFile(entry('Name=Editor', 'Name[de]=Bearbeiter', 'Name[de_AT]=Schreiber', 'Exec=app'))
  const nameIn = (LANG: string) => describeEntry('a', '/a', keys, { LANG })?.name
  expect([nameIn('de_AT.UTF-8'), nameIn('de_DE.UTF-8'), nameIn('fr_FR'), nameIn('C')]).toEqual([
    'Schreiber',
    'Bearbeiter',
    'Editor',
    'Editor',
  ])
})

test('the program is the one behind env, and values are unescaped', () => {
  const keys = parseKeyFile(
    entry('Name=A\\sB', 'Exec=env X=1 /opt/app/run "a\\\\\\\\b" %U', 'MimeType=text/html;a/b;', 'NoDisplay=true'),
  )
  expect(describeEntry('a', '/a', keys, {})).toMatchObject({
    name: 'A B',
    executable: 'run',
    mimeTypes: ['text/html', 'a/b'],
    isHelper: true,
  })
})

test('apps on Chromium are told to show everything: by their name, or by what lies beside the program', async () => {
  await put('opt/thing/thing', '', 0o755)
  await put('opt/thing/icudtl.dat', '')
  const program = join(root, 'opt/thing/thing')
  expect(await accessibleFlags(program, {})).toEqual([])
  await put('opt/thing/chrome_100_percent.pak', '')
  expect(await accessibleFlags(program, {})).toEqual(['--force-renderer-accessibility'])
  expect(await accessibleFlags('/usr/bin/chromium', {})).toEqual(['--force-renderer-accessibility'])
  expect(await accessibleFlags('xterm', { PATH: '/usr/bin' })).toEqual([])
})
