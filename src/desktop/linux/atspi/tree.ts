import {
  type AccessibleHandle,
  type AccessibleRecord,
  type Budget,
  PortError,
  type TreeRead,
  type TreeRequest,
} from '../../port.ts'
import { listChildren } from './children.ts'
import { addEmbedded } from './embedded.ts'
import {
  type Assembly,
  assemble,
  type ChildList,
  emptyGraph,
  type Graph,
  graphFromItems,
  type Limits,
  type OrderMemory,
} from './graph.ts'
import { addressOf, busOf, ROOT_PATH } from './handles.ts'
import { readItems, wakeCaches } from './items.ts'
import type { Mirrors } from './mirror/mirrors.ts'
import { pool } from './pool.ts'
import { isFatal, type Place, readBrief, readRecord } from './record.ts'
import { readSheet } from './sheet.ts'
import type { CellLink } from './sheet-cells.ts'

/** Lists of children in flight at a time. */
const LISTS = 16
/** Accessibles being read at a time; each is a burst of six calls. */
const RECORDS = 12
/** Orders of children that are remembered of all apps together. */
const ORDERS_LIMIT = 5_000

/**
 * Reads a tree: everything the app offers in one call, then whatever that lacks by asking for children level by level.
 * @throws PortError `gone`, `timeout` when the root itself cannot be read; later trouble is reported in the tree.
 */
export async function readTree(
  link: CellLink,
  orders: OrderMemory,
  mirrors: Mirrors,
  request: TreeRequest,
  budget: Budget,
): Promise<TreeRead> {
  const work = { ...budget, deadline: budget.deadline - settleMargin(budget) }
  const mirror = mirrors.of(busOf(request.root))
  const kept = request.keptWillDo ? await mirror?.tree(link, work) : undefined
  if (kept?.records.has(request.root)) {
    const tree = await fill(link, orders, { graph: kept, method: 'kept' }, request, work)
    if (tree.failures > 0) mirror?.drop()
    return tree
  }
  const whole = mirror?.beginRead(performance.now())
  try {
    const read = await bulk(link, orders, request.root, work)
    const tree = await fill(link, orders, read, request, work)
    // A partial tree is no tree to keep. One that was walked, or that its app makes up as it is asked, holds only what was
    // asked for.
    if (read.method === 'bulk' && !read.graph.isLazy && !read.graph.hasEmbedded && tree.failures === 0)
      whole?.keep(read.graph)
    return tree
  } finally {
    whole?.end()
  }
}

interface GraphRead {
  readonly graph: Graph
  readonly method: TreeRead['method']
}

async function fill(
  link: CellLink,
  orders: OrderMemory,
  { graph, method }: GraphRead,
  request: TreeRequest,
  budget: Budget,
): Promise<TreeRead> {
  const root = graph.records.get(request.root) ?? (await readRecord(link, request.root, budget))
  if (root === undefined) throw new PortError('gone', 'the accessible to read is gone')
  graph.records.set(root.handle, root)
  const filler = new Filler(link, orders, graph, root, request, budget)
  const whole = await filler.run()
  const { root: tree, count } = whole ?? assemble(graph, root, filler.limits, filler.stopped ?? 'deadline')
  // Which cells are in view is asked with every look: nothing is told of those that nobody asked for.
  for (const sheet of filler.sheets) forgetCells(graph, sheet)
  return { root: tree, count, method, failures: filler.failures }
}

function forgetCells({ records, children }: Graph, sheet: AccessibleHandle): void {
  for (const cell of children.get(sheet)?.handles ?? []) records.delete(cell)
  children.delete(sheet)
}

/** Time kept back for putting the tree together after the last call has run into the deadline. */
function settleMargin(budget: Budget): number {
  return Math.max(0, Math.min(20, (budget.deadline - performance.now()) / 20))
}

function limitsOf(request: TreeRequest): Limits {
  const decisions = new Map<AccessibleHandle, boolean>()
  const ask = request.enter
  return {
    maxNodes: Math.max(1, request.maxNodes),
    maxDepth: request.maxDepth,
    enter: (record, depth) => {
      if (ask === undefined) return true
      const known = decisions.get(record.handle)
      if (known !== undefined) return known
      const decision = ask(record, depth)
      decisions.set(record.handle, decision)
      return decision
    },
  }
}

async function bulk(link: CellLink, orders: OrderMemory, root: AccessibleHandle, budget: Budget): Promise<GraphRead> {
  const { bus, path } = addressOf(root)
  const read = async () => {
    // The application's own list of toplevels is asked for as well: GTK 4's item says that it has none.
    const toplevels = path === ROOT_PATH ? listChildren(link, root, {}, budget).catch(() => undefined) : undefined
    const items = await readItems(link, bus, budget)
    return { items, toplevels: await toplevels }
  }
  let { items, toplevels } = await read()
  if (items === undefined) {
    await wakeCaches(link, budget)
    ;({ items, toplevels } = await read())
  }
  if (items === undefined || !items.some((item) => item.record.handle === root)) {
    return { graph: emptyGraph(), method: 'walk' }
  }
  const graph = graphFromItems(items, orders)
  await addEmbedded(link, graph, budget)
  const application = graph.records.get(root)
  if (toplevels !== undefined && application !== undefined) {
    graph.children.set(root, toplevels)
    graph.records.set(root, { ...application, childCount: toplevels.handles.length })
  }
  return { graph, method: 'bulk' }
}

const NO_INTERFACES: ReadonlySet<string> = new Set()

/** Asks for what the graph lacks, round by round, until nothing is missing within the limits or the time is up. */
class Filler {
  readonly #link: CellLink
  readonly #orders: OrderMemory
  readonly #graph: Graph
  readonly #root: AccessibleRecord
  readonly #budget: Budget
  readonly #brief: boolean
  readonly limits: Limits
  /** Tables of which cells were read by their place. */
  readonly sheets: AccessibleHandle[] = []
  failures = 0
  /** Why it stopped before nothing was missing. `failed`: the app no longer answers, asking on would only wait again. */
  stopped: 'nodes' | 'failed' | undefined

  constructor(
    link: CellLink,
    orders: OrderMemory,
    graph: Graph,
    root: AccessibleRecord,
    request: TreeRequest,
    budget: Budget,
  ) {
    this.#link = link
    this.#orders = orders
    this.#graph = graph
    this.#root = root
    this.limits = limitsOf(request)
    this.#brief = request.brief === true
    this.#budget = budget
  }

  /** @returns the tree, where nothing is missing */
  async run(): Promise<Assembly | undefined> {
    // GTK 3 does not tell how many children a menu has, for it would have to fill it. Who asks for the menu wants that.
    if (this.#root.childCount < 0 && !this.#graph.children.has(this.#root.handle)) await this.#list(this.#root)
    await this.#readListed(this.#root.handle)
    while (this.stopped === undefined && !this.#outOfTime()) {
      const assembly = assemble(this.#graph, this.#root, this.limits, 'deadline')
      const { gaps, count } = assembly
      if (count >= this.limits.maxNodes) {
        this.stopped = 'nodes'
        return undefined
      }
      if (gaps.length === 0) return assembly
      let room = this.limits.maxNodes - count
      await pool(gaps, LISTS, (record) => this.#list(record))
      for (const record of gaps) {
        if (room <= 0 || this.stopped !== undefined) break
        room -= await this.#readListed(record.handle, room)
      }
    }
    return undefined
  }

  async #list(record: AccessibleRecord): Promise<void> {
    if (this.stopped !== undefined || this.#outOfTime()) return
    try {
      this.#graph.children.set(record.handle, await this.#children(record))
    } catch (error) {
      this.#note(error)
      if (!this.#outOfTime()) this.#graph.children.set(record.handle, { handles: [], more: 0, how: 'failed' })
    }
  }

  async #children(record: AccessibleRecord): Promise<ChildList> {
    const before = this.#graph.children.get(record.handle)
    const sheet = await readSheet(this.#link, record, this.#budget)
    if (sheet !== undefined) {
      this.sheets.push(record.handle)
      for (const cell of sheet.records) this.#graph.records.set(cell.handle, cell)
      return sheet.list
    }
    const handles = before?.handles ?? []
    const inOrder = handles.every((handle) => (this.#graph.records.get(handle)?.indexInParent ?? -1) >= 0)
    const known = inOrder && before?.how !== 'guessed' ? handles : []
    // Who asks for a container itself wants its children in order, not those in view.
    const atMost = record.handle === this.#root.handle ? this.limits.maxNodes : undefined
    const list = await listChildren(this.#link, record.handle, { record, known, atMost }, this.#budget)
    if (list.how === 'complete' && !inOrder) {
      if (this.#orders.size >= ORDERS_LIMIT) this.#orders.clear()
      this.#orders.set(record.handle, list.handles)
    }
    return list
  }

  /** Reads the listed children that are not known yet. @returns how many it read */
  async #readListed(parent: AccessibleHandle, room = Number.POSITIVE_INFINITY): Promise<number> {
    const list = this.#graph.children.get(parent)
    const wanted = (list?.handles ?? [])
      .map((handle, place) => ({ handle, indexInParent: list?.indices?.[place] ?? place }))
      .filter(({ handle }) => !this.#graph.records.has(handle))
      .slice(0, room)
    await pool(wanted, RECORDS, async ({ handle, indexInParent }) => {
      if (this.stopped !== undefined || this.#outOfTime()) return
      try {
        const record = await this.#readChild(handle, { parent, indexInParent })
        if (record !== undefined) this.#graph.records.set(handle, record)
        else this.#graph.lost.set(handle, 'gone')
      } catch (error) {
        this.#note(error)
        if (!this.#outOfTime()) this.#graph.lost.set(handle, 'failed')
      }
    })
    return wanted.length
  }

  async #readChild(handle: AccessibleHandle, place: Place): Promise<AccessibleRecord | undefined> {
    if (!this.#brief) return readRecord(this.#link, handle, this.#budget, place)
    const brief = await readBrief(this.#link, handle, this.#budget)
    return brief && { ...brief, ...place, description: '', interfaces: NO_INTERFACES, childCount: 0 }
  }

  #note(error: unknown): void {
    if (isFatal(error)) throw error
    if (this.#outOfTime()) return
    this.failures += 1
    if (error instanceof PortError && error.code === 'timeout') this.stopped = 'failed'
  }

  #outOfTime(): boolean {
    return performance.now() >= this.#budget.deadline
  }
}
