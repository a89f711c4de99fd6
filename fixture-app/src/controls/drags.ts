import type { Fixture } from '../fixture.ts'
import type { Panel } from '../toolkit.ts'

/** A pad that follows the pressed pointer, and a word that can be dragged into a box. */
export function addDrags(fixture: Fixture, panel: Panel): void {
  const { controls, journal, options, toolkit } = fixture
  const way = toolkit.readout('drag-pad-readout', 'no drag yet')
  let motions = 0
  const pad = toolkit.area({
    id: 'drag-pad',
    name: 'Drag here',
    height: 60,
    dragged: {
      started: (x, y) => {
        motions = 0
        journal.write('drag-pad', 'drag-start', { x, y })
      },
      moved: (dx, dy) => {
        motions += 1
        if (options.journalMotion) journal.write('drag-pad', 'drag-motion', { dx, dy })
      },
      ended: (dx, dy) => {
        way.show(`${dx},${dy}`)
        journal.write('drag-pad', 'drag-drop', { dx, dy, motions })
      },
    },
  })
  panel.row(pad, way)

  const dropped = toolkit.readout('drop-readout', 'nothing dropped', 14)
  let drops = 0
  const { source, target } = toolkit.dragAndDrop({
    source: { id: 'drag-source', label: 'Parcel' },
    target: { id: 'drop-target', label: 'Drop here' },
    began: () => journal.write('drag-source', 'drag-begin'),
    entered: () => journal.write('drop-target', 'drag-enter'),
    dropped: (text) => {
      drops += 1
      dropped.show(`${text} ${drops}`)
      journal.write('drop-target', 'drop', { text, count: drops })
    },
    ended: () => journal.write('drag-source', 'drag-end'),
  })
  panel.row(source, target, dropped)
  for (const control of [pad, source, target]) controls.set(control.id, control)
}
