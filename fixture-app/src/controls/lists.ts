import { Counter, type Fixture } from '../fixture.ts'
import type { ListSpec, Panel } from '../toolkit.ts'

export function addLists(fixture: Fixture, panel: Panel): void {
  const { commands, journal, toolkit } = fixture
  const listSpec = (id: string, name: string, rows: readonly string[]) => {
    const readout = toolkit.readout(`${id}-readout`, 'nothing selected')
    const tell = (event: string) => (row: string) => {
      readout.show(`${event} ${row}`)
      journal.write(id, event, { row })
    }
    const spec: ListSpec = { id, name, rows, selected: tell('select'), activated: tell('activate') }
    return { spec, readout }
  }

  const rows = Array.from({ length: 500 }, (_, index) => `Row ${String(index + 1).padStart(3, '0')}`)
  const long = listSpec('row-list', 'Rows', rows)
  const position = toolkit.readout('row-list-position', rows[0] ?? '')
  const list = toolkit.list({
    ...long.spec,
    scrolled: (first) => {
      position.show(rows[first] ?? '')
      journal.write('row-list', 'scroll', { first: rows[first] })
    },
  })
  panel.row(list)
  panel.row(long.readout, position)

  let order: readonly string[] = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir']
  const short = listSpec('sort-list', 'Trees', order)
  const table = toolkit.table(short.spec)
  panel.row(table)
  panel.row(short.readout)
  commands.on('resort', () => {
    order = [...order].reverse()
    table.order(order)
    journal.write('sort-list', 'resorted', { order })
  })

  const churn = new Counter(fixture, 'scroll-churn', 'inert-scroll-probe')
  const sink = toolkit.wheelSink({ id: 'inert-scroll-probe', name: 'Does not scroll', eaten: () => churn.bump() })
  panel.row(sink, churn.readout)
  fixture.controls.set('row-list', list).set('sort-list', table).set('inert-scroll-probe', sink)
}

/** 200 lines, most of them out of view, and wider than their frame. */
export function addLongText(fixture: Fixture, panel: Panel): void {
  const { controls, journal, toolkit } = fixture
  const lines = Array.from({ length: 200 }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    return `Line ${number} reaches far beyond the right edge of the frame that it is read in, to column ${number}`
  })
  const told = (first: number, left: number) => `line ${first + 1}, ${left} px`
  const position = toolkit.readout('long-text-position', told(0, 0), 20)
  const text = toolkit.scrolledText({
    id: 'long-text',
    name: 'Long text',
    lines,
    scrolled: (first, left) => {
      position.show(told(first, left))
      journal.write('long-text', 'scroll', { line: first + 1, left })
    },
  })
  controls.set('long-text', text)
  panel.row(text)
  panel.row(position)
}
