import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** `scripts/bootstrap`, on this machine where nothing is missing, and in a folder where stand-ins write down their calls. */

const repository = fileURLToPath(new URL('../..', import.meta.url))

test('it is done in less than two seconds, in one line, when nothing is missing', () => {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync('sh', ['scripts/bootstrap', '--for', 'test'], {
    cwd: repository,
    encoding: 'utf8',
  })
  expect(performance.now() - started).toBeLessThan(2_000)
  expect([status, stdout, stderr]).toEqual([0, '', 'bootstrap: nothing is missing for the test\n'])
})

describe('with stand-ins', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'surehand-bootstrap-'))
    write('scripts/bootstrap', '')
    copyFileSync(join(repository, 'scripts/bootstrap'), join(root, 'scripts/bootstrap'))
    write('package-lock.json', lock({ a: 'sha512-a' }))
    write('calls', '')
    command('id', 'echo 0')
    command('dpkg-query', 'for package; do echo "installed $package"; done')
    command('apt-get', 'echo "apt-get $*" >>"$ROOT/calls"')
    command(
      'npm',
      `echo "npm $*" >>"$ROOT/calls"
       mkdir -p "$ROOT/node_modules/.bin"
       cp "$ROOT/package-lock.json" "$ROOT/node_modules/.package-lock.json"
       ln -sf /bin/true "$ROOT/node_modules/.bin/node"`,
    )
  })

  afterEach(() => rmSync(root, { recursive: true }))

  const lock = (packages: Readonly<Record<string, string>>) =>
    JSON.stringify({
      packages: Object.fromEntries([
        ['', { name: 'surehand' }],
        ...Object.entries(packages).map(([name, integrity]) => [`node_modules/${name}`, { integrity }]),
      ]),
    })

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }

  function command(name: string, script: string): void {
    write(`bin/${name}`, `#!/bin/sh\n${script}\n`)
    chmodSync(join(root, 'bin', name), 0o755)
  }

  const bootstrap = (...args: readonly string[]) => bootstrapIn({}, ...args)

  function bootstrapIn(more: NodeJS.ProcessEnv, ...args: readonly string[]) {
    const path = `${join(root, 'bin')}:${process.env.PATH}`
    const env = { ...process.env, CI: 'true', ROOT: root, PATH: path, ...more }
    const { status, stderr } = spawnSync('/bin/sh', [join(root, 'scripts/bootstrap'), ...args], {
      env,
      encoding: 'utf8',
    })
    const calls = readFileSync(join(root, 'calls'), 'utf8').split('\n').slice(0, -1)
    return { status, stderr, calls }
  }

  test('it installs what npm lacks, once', () => {
    const first = bootstrap('--for', 'demo')
    expect(first.calls).toEqual(['npm ci --no-audit --no-fund --loglevel=error'])
    expect(first.status).toBe(0)
    expect(bootstrap('--for', 'demo').calls).toHaveLength(1)
  })

  test('it follows a changed package-lock.json', () => {
    bootstrap('--for', 'demo')
    write('package-lock.json', lock({ a: 'sha512-newer' }))
    expect(bootstrap('--for', 'demo').calls).toHaveLength(2)
    write('package-lock.json', lock({ a: 'sha512-newer', b: 'sha512-b' }))
    expect(bootstrap('--for', 'demo').calls).toHaveLength(3)
    write('package-lock.json', lock({ b: 'sha512-b' }))
    expect(bootstrap('--for', 'demo').calls).toHaveLength(4)
  })

  test('it installs exactly the Debian packages that are missing', () => {
    command('dpkg-query', 'for p; do case $p in --*|xvfb|gjs) ;; *) echo "installed $p" ;; esac; done')
    const { stderr, calls } = bootstrap('--for', 'demo')
    expect(stderr).toContain('bootstrap: installing Debian packages: xvfb gjs\n')
    expect(calls.slice(0, 2)).toEqual([
      expect.stringMatching(/^apt-get .*DPkg::Lock::Timeout=\d+ update$/),
      expect.stringMatching(/ install --yes --no-install-recommends xvfb gjs$/),
    ])
  })

  test('the demo needs fewer than the tests', () => {
    command('dpkg-query', 'exit 1')
    const demo = bootstrap('--for', 'demo').stderr
    expect(demo).toContain('xvfb')
    expect(demo).not.toContain('gnome-calculator')
    expect(bootstrap('--for', 'test').stderr).toContain('gnome-calculator')
  })

  describe('programs that it unpacks', () => {
    // Without what this machine may have installed itself; dpkg-deb makes what Debian's package holds.
    beforeEach(() => {
      const tools = 'sh sed mkdir mktemp mv rm tail cat cp chmod ln dirname flock node env'
      for (const tool of tools.split(' '))
        command(tool, `exec ${spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim()} "$@"`)
      command('apt-get', 'echo "apt-get $*" >>"$ROOT/calls"; : >prometheus_1_amd64.deb')
      command(
        'dpkg-deb',
        `echo "dpkg-deb $1" >>"$ROOT/calls"
         mkdir -p "$3/usr/bin" "$3/etc"
         for each in prometheus promtool; do printf '#!/bin/sh\\n' >"$3/usr/bin/$each"; chmod 755 "$3/usr/bin/$each"; done`,
      )
    })
    const only = () => ({ PATH: join(root, 'bin') })

    test('once, without installing anything', () => {
      const first = bootstrapIn(only(), '--for', 'test')
      expect(first.stderr).toContain('unpacking prometheus promtool')
      expect(first.calls.slice(0, 2)).toEqual(['apt-get -qq download prometheus', 'dpkg-deb --extract'])
      expect(first.status).toBe(0)
      expect(readdirSync(join(root, '.surehand'), { recursive: true }).sort()).toEqual([
        'prometheus',
        'prometheus/prometheus',
        'prometheus/promtool',
      ])
      expect(bootstrapIn(only(), '--for', 'test').calls).toEqual(first.calls)
    })

    test('not for the demo, nor where they are installed', () => {
      bootstrapIn(only(), '--for', 'demo')
      command('prometheus', 'exit 0')
      command('promtool', 'exit 0')
      expect(bootstrapIn(only(), '--for', 'test').calls.filter((call) => !call.startsWith('npm'))).toEqual([])
    })

    test('or it says why not, and leaves nothing behind', () => {
      command('apt-get', 'echo "E: Unable to locate package prometheus"; exit 100')
      const { status, stderr } = bootstrapIn(only(), '--for', 'test')
      expect(status).toBe(1)
      expect(stderr).toContain('E: Unable to locate package prometheus\nbootstrap: prometheus could not be fetched')
      expect(readdirSync(join(root, '.surehand'))).toEqual([])
    })
  })

  test('it waits for another apt', () => {
    command('dpkg-query', 'exit 1')
    command(
      'apt-get',
      `echo apt-get >>"$ROOT/calls"
       [ "$(wc -l <"$ROOT/calls")" -gt 1 ] || { echo 'E: Could not get lock /var/lib/apt/lists/lock.'; exit 100; }`,
    )
    const { status, stderr, calls } = bootstrap('--for', 'demo')
    expect(status).toBe(0)
    expect(stderr).toContain('waiting for another apt to finish')
    expect(calls.filter((call) => call === 'apt-get')).toHaveLength(3)
  })

  test('it says what apt said when apt fails', () => {
    command('dpkg-query', 'exit 1')
    command('apt-get', 'echo "E: no such mirror"; exit 100')
    const { status, stderr } = bootstrap('--for', 'demo')
    expect(status).toBe(1)
    expect(stderr).toContain('E: no such mirror\nbootstrap: apt-get could not install them')
  })

  test('it says so when npm ran without the install scripts', () => {
    command('npm', 'exit 0')
    const { status, stderr } = bootstrap('--for', 'demo')
    expect(status).toBe(1)
    expect(stderr).toContain('ignore-scripts')
  })

  test('on a terminal it asks, and takes no for an answer', () => {
    command('dpkg-query', 'exit 1')
    // the marks of a container are files at fixed places; the copy looks for them where there are none
    const script = readFileSync(join(root, 'scripts/bootstrap'), 'utf8')
    write('scripts/bootstrap', script.replace('/.dockerenv', '/none').replace('/run/.containerenv', '/none'))
    const env = { ...process.env, CI: '', container: '', ROOT: root, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const line = `sh ${join(root, 'scripts/bootstrap')} --for demo`
    const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { env, encoding: 'utf8', input: 'n\n' })
    expect(stdout).toContain('Install them now? [Y/n]')
    expect(stdout).toContain('nothing was installed')
    expect(status).toBe(1)
    expect(readFileSync(join(root, 'calls'), 'utf8')).toBe('')
  })
})
