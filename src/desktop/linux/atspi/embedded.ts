import type { AccessibleRecord, Budget } from '../../port.ts'
import { listChildren } from './children.ts'
import type { ChildList, Graph } from './graph.ts'
import { busOf } from './handles.ts'
import type { Link } from './link.ts'
import { readPlug } from './plug.ts'
import { isFatal, readRecord } from './record.ts'

/**
 * Trees of other processes inside an app's own: WebKitGTK's page lives in a process with a bus connection of its own, and
 * the web view is the socket that holds it. Measured with WebKitGTK 2.50: the socket has no state, claims one child, lists
 * none, and names it when it is asked for its first; what is plugged in, and the pane in that, do not say that they show.
 */
export async function addEmbedded(link: Link, graph: Graph, budget: Budget): Promise<void> {
  const sockets = [...graph.records.values()].filter((record) => mayBeSocket(record, graph))
  await Promise.all(sockets.map((socket) => addPlug(link, graph, socket, budget)))
}

/** Every other widget of one child has it in the bulk read. */
function mayBeSocket({ handle, role, states, childCount }: AccessibleRecord, { children }: Graph): boolean {
  if (role !== 'filler' || childCount !== 1 || children.has(handle)) return false
  return !states.has('visible') && !states.has('enabled')
}

async function addPlug(link: Link, graph: Graph, socket: AccessibleRecord, budget: Budget): Promise<void> {
  const put = (record: AccessibleRecord, list: ChildList) => {
    graph.records.set(record.handle, { ...record, embeds: true })
    graph.children.set(record.handle, list)
  }
  try {
    const plug = await readPlug(link, socket.handle, budget)
    if (plug !== undefined && busOf(plug) === busOf(socket.handle)) return
    graph.hasEmbedded = true
    if (isInClosedTab(socket, graph)) return
    const record = plug && (await readRecord(link, plug, budget, { parent: socket.handle, indexInParent: 0 }))
    if (record === undefined) return put(socket, UNREADABLE)
    put(socket, { handles: [record.handle], more: 0, how: 'complete' })
    const panes = await listChildren(link, record.handle, { record }, budget)
    put(record, panes)
    for (const [indexInParent, handle] of panes.handles.entries()) {
      const pane = await readRecord(link, handle, budget, { parent: record.handle, indexInParent })
      if (pane === undefined) graph.lost.set(handle, 'gone')
      else graph.records.set(handle, { ...pane, embeds: true })
    }
  } catch (error) {
    if (isFatal(error)) throw error
    graph.hasEmbedded = true
    // What claims to hold something and does not tell of it was not read.
    put(socket, UNREADABLE)
  }
}

/** A page that nobody sees says that it shows; the tab that it is in knows better. */
function isInClosedTab({ parent }: AccessibleRecord, { records }: Graph): boolean {
  const around = parent && records.get(parent)
  return around?.role === 'page tab' && !around.states.has('selected')
}

const UNREADABLE: ChildList = { handles: [], more: 0, how: 'failed' }
