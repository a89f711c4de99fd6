import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/schema.ts'
import { compileAppLists } from '../policy/app-lists.ts'
import type { Policy } from '../policy/judge.ts'
import { loadRules, type Rules, RulesError } from '../policy/rules.ts'
import { compileUrlPattern, UrlPatternError } from '../policy/url-pattern.ts'
import { compileUrlLists } from '../policy/url-policy.ts'
import { catalog } from '../tools/catalog.ts'

/** The operator's policy cannot be used, so nothing starts. One line for each problem, with the place. */
export class PolicyError extends Error {}

/**
 * What the operator has laid down, ready to be asked.
 * @param folder that the file of rules is relative to: the configuration's
 * @throws {PolicyError}
 */
export async function openPolicy({ policy }: Config, folder: string): Promise<Policy> {
  const { apps, urls, rules_file } = policy
  const problems = (['deny', 'allow', 'confirm'] as const).flatMap((list) =>
    urls[list].flatMap((pattern, index) => {
      const problem = problemOf(pattern)
      return problem === undefined ? [] : [`policy.urls.${list}[${index}]: "${pattern}" ${problem}.`]
    }),
  )
  if (problems.length > 0) throw new PolicyError(problems.join('\n'))
  return {
    apps: compileAppLists({ ...apps, readOnly: apps.read_only }),
    namesDesktopIds: [apps.deny, apps.read_only, apps.allow].flat().some((each) => each.desktop_id !== undefined),
    urls: compileUrlLists(urls),
    ...(rules_file !== undefined && { rules: await openRules(resolve(folder, rules_file)) }),
  }
}

function problemOf(pattern: string): string | undefined {
  try {
    compileUrlPattern(pattern, { ignoreCase: true })
    return undefined
  } catch (error) {
    if (error instanceof UrlPatternError) return error.message
    throw error
  }
}

/**
 * Rules from a Cedar file.
 * @throws {PolicyError}
 */
export async function openRules(file: string): Promise<Rules> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new PolicyError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return await loadRules(text, actingTools())
  } catch (error) {
    if (!(error instanceof RulesError)) throw error
    throw new PolicyError(error.message.replace(/^/gm, `${file}: `), { cause: error })
  }
}

export const actingTools = (): readonly string[] =>
  catalog.filter(({ kind }) => kind === 'action').map(({ name }) => name)
