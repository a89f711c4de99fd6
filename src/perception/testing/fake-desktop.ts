/** A desktop in memory: one app, one tree, for tests of what reads it. */
import {
  type AccessibleDetails,
  type AccessibleHandle,
  type AccessibleRecord,
  type AppInfo,
  type Desktop,
  PortError,
  type States,
  type TreeNode,
  type WindowHandle,
  type WindowInfo,
} from '../../desktop/port.ts'

/** An accessible as a test writes it down. States default to those of a usable widget that shows. */
export interface Spec {
  readonly role: string
  readonly name?: string
  readonly description?: string
  /** Added to the usual states; `-showing` takes one away. */
  readonly states?: readonly string[]
  readonly interfaces?: readonly string[]
  readonly details?: Omit<AccessibleDetails, 'box' | 'actions'> & {
    readonly box?: readonly [number, number, number, number]
    readonly actions?: readonly string[]
  }
  readonly children?: readonly Spec[]
  /** Handle; made from the place in the tree where absent. */
  readonly handle?: string
  /** Claimed number of children, where it is not that of `children`. */
  readonly childCount?: number
}

const USUAL = ['enabled', 'sensitive', 'showing', 'visible']
const IMPLIED: Readonly<Record<string, string>> = {
  box: 'Component',
  actions: 'Action',
  text: 'Text',
  value: 'Value',
  uri: 'Hyperlink',
  document: 'Document',
}

export function statesOf(changes: readonly string[] = []): States {
  const set = new Set(USUAL)
  for (const change of changes) {
    if (change.startsWith('-')) set.delete(change.slice(1))
    else set.add(change)
  }
  return { has: (state) => set.has(state), list: () => [...set] }
}

export function recordOf(spec: Spec, place = '0', parent?: string): AccessibleRecord {
  const implied = Object.keys(spec.details ?? {}).flatMap((field) => IMPLIED[field] ?? [])
  return {
    handle: (spec.handle ?? `fake:${place}`) as AccessibleHandle,
    ...(parent !== undefined && { parent: parent as AccessibleHandle }),
    role: spec.role,
    name: spec.name ?? '',
    description: spec.description ?? '',
    states: statesOf(spec.states),
    interfaces: new Set(['Accessible', ...implied, ...(spec.interfaces ?? [])]),
    childCount: spec.childCount ?? spec.children?.length ?? 0,
    indexInParent: place.includes('.') ? Number(place.slice(place.lastIndexOf('.') + 1)) : 0,
  }
}

export function detailsOf(spec: Spec): AccessibleDetails {
  const { box, actions, ...rest } = spec.details ?? {}
  return {
    ...rest,
    ...(box && { box: { x: box[0], y: box[1], width: box[2], height: box[3] } }),
    ...(actions && { actions: actions.map((name) => ({ name, description: '' })) }),
  }
}

export const FAKE_PROCESS = { pid: 4211, startTime: '1000' }

export function fakeWindow(over: Partial<WindowInfo> = {}): WindowInfo {
  return {
    handle: 'window:1' as WindowHandle,
    title: 'Groceries',
    kind: 'normal',
    frame: { x: 100, y: 50, width: 640, height: 480 },
    scale: 1,
    process: FAKE_PROCESS,
    accessible: 'fake:0' as AccessibleHandle,
    active: true,
    stacking: 1,
    ...over,
  }
}

export function fakeApp(over: Partial<AppInfo> = {}): AppInfo {
  return {
    id: 'app:1',
    name: 'Notes',
    process: FAKE_PROCESS,
    root: 'fake:app' as AccessibleHandle,
    windowTitles: ['Groceries'],
    ...over,
  }
}

type Part = Pick<Desktop, 'apps' | 'windows' | 'accessibility' | 'capture'>

/** Trees may be replaced while it runs; `calls` lists the port's members that were asked, in order. */
export class FakeDesktop implements Part {
  trees: Spec[]
  windowList: WindowInfo[] = [fakeWindow()]
  alive = true
  /** Rejects with this instead of giving a picture. */
  pictureError: PortError | undefined
  pictureSize = { width: 640, height: 480 }
  /** Handles whose details fail. */
  readonly failing = new Set<string>()
  readonly calls: string[] = []
  /** Nothing tells where accessibles are in a window of another size than this. */
  placedAt: number | undefined
  /** Runs after a tree was read and before its details are: what an app does meanwhile. */
  meanwhile: (() => void) | undefined

  constructor(...trees: Spec[]) {
    this.trees = trees
  }

  readonly apps: Desktop['apps'] = {
    list: async () => ({ apps: [fakeApp()], notes: [] }),
    isAlive: () => this.alive,
    origin: () => ({ executable: '/usr/bin/fake' }),
  }

  readonly windows: Desktop['windows'] = {
    list: async () => {
      this.calls.push('windows.list')
      return this.windowList
    },
    at: async () => undefined,
    watch: async () => ({ close() {} }),
  }

  readonly capture: Desktop['capture'] = {
    window: async () => {
      this.calls.push('capture.window')
      if (this.pictureError) throw this.pictureError
      const { width, height } = this.pictureSize
      return { width, height, rgb: new Uint8Array(width * height * 3) }
    },
    display: async () => {
      throw new PortError('unavailable', 'not in the fake')
    },
    watchPaint: async () => ({ rest: async () => {}, close: () => {} }),
  }

  readonly accessibility: Desktop['accessibility'] = {
    readTree: async ({ root, maxNodes, maxDepth, enter }) => {
      this.calls.push('readTree')
      const found = this.#all().find(({ record }) => record.handle === root)
      if (!found) throw new PortError('gone', 'no such accessible')
      let count = 0
      const read = ({ record, children }: Placed, depth: number): TreeNode => {
        count++
        const entered = enter?.(record, depth) !== false
        if (children.length === 0) return { record, children: [], unread: 0 }
        if (!entered) return { record, children: [], unread: children.length, cut: 'declined' }
        if (depth >= maxDepth) return { record, children: [], unread: children.length, cut: 'depth' }
        const taken: TreeNode[] = []
        for (const child of children) if (count < maxNodes) taken.push(read(child, depth + 1))
        // What a container claims beyond what it has is out of view.
        const unread = Math.max(children.length, record.childCount) - taken.length
        return { record, children: taken, unread, ...(unread > 0 && { cut: 'nodes' as const }) }
      }
      const tree = read(found, 0)
      this.meanwhile?.()
      return { root: tree, count, method: 'bulk', failures: 0 }
    },
    readRecords: async (handles) => {
      this.calls.push('readRecords')
      const all = new Map(this.#all().map(({ record }) => [record.handle, record]))
      return new Map(handles.map((handle) => [handle, all.get(handle)]))
    },
    describe: async ({ window, records, fields, textLimit }) => {
      this.calls.push(`describe ${records.length}`)
      const all = new Map(this.#all().map(({ record, spec }) => [record.handle, spec]))
      const details = new Map<AccessibleHandle, AccessibleDetails>()
      const width = window?.frame?.width
      const unplaced = window !== undefined && (width === undefined || width !== (this.placedAt ?? width))
      const failed = new Set<AccessibleHandle>()
      for (const record of records) {
        const spec = all.get(record.handle)
        if (!spec || this.failing.has(record.handle)) {
          failed.add(record.handle)
          continue
        }
        const wanted = new Set<string>(fields(record))
        if (unplaced) wanted.delete('box')
        const known = Object.entries(detailsOf(spec)).filter(([field]) => wanted.has(field))
        const asked: AccessibleDetails = Object.fromEntries(known)
        const text = asked.text?.content
        details.set(
          record.handle,
          asked.text && text !== undefined
            ? { ...asked, text: { ...asked.text, content: [...text].slice(0, textLimit).join('') } }
            : asked,
        )
      }
      return { details, failed, unplaced }
    },
    lineage: async (handle) => {
      this.calls.push('lineage')
      return this.#above(handle).map((record) => record.handle)
    },
    ancestors: async (handle) => {
      this.calls.push('ancestors')
      return this.#above(handle)
    },
    at: async () => undefined,
    act: async () => {
      throw new PortError('unavailable', 'nothing acts in the fake')
    },
    watch: async () => ({ close() {} }),
    onGone: () => ({ close() {} }),
  }

  #above(handle: AccessibleHandle): AccessibleRecord[] {
    const all = this.#all()
    const above: AccessibleRecord[] = []
    let at = all.find(({ record }) => record.handle === handle)
    while (at?.record.parent !== undefined) {
      const { parent } = at.record
      at = all.find(({ record }) => record.handle === parent)
      if (at) above.push(at.record)
    }
    return above
  }

  #all(): Placed[] {
    return this.trees.flatMap((tree, index) => flatten(placeSpec(tree, String(index))))
  }
}

interface Placed {
  readonly spec: Spec
  readonly record: AccessibleRecord
  readonly children: readonly Placed[]
}

function placeSpec(spec: Spec, place: string, parent?: string): Placed {
  const record = recordOf(spec, place, parent)
  const children = (spec.children ?? []).map((child, index) => placeSpec(child, `${place}.${index}`, record.handle))
  return { spec, record, children }
}

function flatten(placed: Placed): Placed[] {
  return [placed, ...placed.children.flatMap(flatten)]
}
