import Gio from 'gi://Gio'
import { exit, programArgs } from 'system'
import { Commands } from './commands.ts'
import { addKeyArea, addPointerAreas } from './controls/areas.ts'
import { addButtons, addSelfChangers } from './controls/buttons.ts'
import { addChoices } from './controls/choices.ts'
import { addControlCommands } from './controls/commands.ts'
import { addDrags } from './controls/drags.ts'
import { addLists, addLongText } from './controls/lists.ts'
import { addMenus } from './controls/menus.ts'
import { addNumbers } from './controls/numbers.ts'
import { addFocusFields, addTexts } from './controls/texts.ts'
import { addClocks, addTiming } from './controls/timing.ts'
import { addToggles } from './controls/toggles.ts'
import type { Fixture } from './fixture.ts'
import { Journal } from './journal.ts'
import { parseGeometry, parseOptions, UsageError } from './options.ts'
import type { Toolkit, ToolkitOptions } from './toolkit.ts'

function parse() {
  const options = parseOptions(programArgs, {
    toolkit: 'text',
    journal: 'text',
    commands: 'text',
    title: 'text',
    name: 'text',
    geometry: 'text',
    background: 'flag',
    clocks: 'flag',
    'journal-ticks': 'flag',
    'journal-motion': 'flag',
    seed: 'integer',
    'random-min': 'integer',
    'random-max': 'integer',
    'slow-ms': 'integer',
  })
  return { ...options, place: options.geometry === undefined ? {} : parseGeometry(options.geometry) }
}

type Create = (journal: Journal, options: ToolkitOptions) => Toolkit

/** Only one of them: a process can load one GTK. */
async function loadToolkit(name: string): Promise<Create> {
  if (name === 'gtk3') return (await import('./gtk3/toolkit.ts')).createGtk3
  if (name === 'gtk4') return (await import('./gtk4/toolkit.ts')).createGtk4
  throw new UsageError(`--toolkit needs gtk3 or gtk4, got ${name}`)
}

async function main(): Promise<void> {
  const options = parse()
  const create = await loadToolkit(options.toolkit ?? 'gtk3')
  const journal = new Journal(options.journal)
  const commands = new Commands(journal)
  const title = options.title ?? 'Surehand fixture'
  const toolkit = create(journal, {
    name: options.name ?? 'surehand-fixture',
    title,
    place: options.place,
    background: options.background ?? false,
    journalMotion: options['journal-motion'] ?? false,
  })
  const fixture: Fixture = {
    toolkit,
    journal,
    commands,
    controls: new Map(),
    options: {
      clocks: options.clocks ?? false,
      journalMotion: options['journal-motion'] ?? false,
      journalTicks: options['journal-ticks'] ?? false,
      randomRange: [options['random-min'] ?? 500, options['random-max'] ?? 5000],
      seed: options.seed ?? 1,
      slowMs: options['slow-ms'] ?? 300,
    },
  }
  const [first, second, third, fourth] = toolkit.panels
  addButtons(fixture, first)
  addSelfChangers(fixture, first)
  addTiming(fixture, first)
  addPointerAreas(fixture, first)
  addToggles(fixture, second)
  addChoices(fixture, second)
  addMenus(fixture, second)
  addDrags(fixture, second)
  addLongText(fixture, second)
  addTexts(fixture, third)
  addNumbers(fixture, third)
  addFocusFields(fixture, third)
  addKeyArea(fixture, third)
  addClocks(fixture, fourth)
  addLists(fixture, fourth)
  addControlCommands(fixture)
  if (options.commands !== undefined) commands.listen(options.commands, () => toolkit.quit())
  toolkit.show((xid) => journal.write('window', 'ready', { title, xid, pid: new Gio.Credentials().get_unix_pid() }))
  toolkit.run()
  journal.write('window', 'exit')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  printerr(`fixture-app: ${error.message}`)
  exit(2)
}
