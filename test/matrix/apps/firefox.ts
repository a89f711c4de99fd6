import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, GEOMETRY, type MatrixApp, startProgram } from './app.ts'
import { withPage } from './page.ts'

/** The page in Firefox ESR, with a profile of its own. It turns accessibility on when the desktop says so. */
export const startFirefox = (env: Environment): Promise<MatrixApp> =>
  withPage((page) =>
    startProgram({ ...env, MOZ_CRASHREPORTER_DISABLE: '1' }, (folder, journal) => {
      const profile = join(folder, 'profile')
      makeProfile(profile)
      return ['firefox-esr', '--no-remote', '--new-instance', '--profile', profile, page(journal)]
    }),
  )

/** No first-run pages, no requests of its own, no question at the end. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'trailhead.firstrun.didSeeAboutWelcome': true,
} as const

function makeProfile(folder: string): void {
  mkdirSync(folder)
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(folder, 'user.js'), `${lines.join('\n')}\n`)
  const { width, height, x, y } = GEOMETRY
  const place = { screenX: `${x}`, screenY: `${y}`, width: `${width}`, height: `${height}`, sizemode: 'normal' }
  const windows = { 'chrome://browser/content/browser.xhtml': { 'main-window': place } }
  writeFileSync(join(folder, 'xulstore.json'), JSON.stringify(windows))
}
