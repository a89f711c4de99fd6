/** The outline as plain data, with the same contents and bounds. Pure. */
import { barePopups } from './bare-popups.ts'
import { isInPicture, toPicture } from './geometry.ts'
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import type { Geometry } from './model.ts'
import { opacityHint } from './opaque.ts'
import { cutSentence } from './outline.ts'
import type { PictureText } from './reading.ts'
import { cutText, displayText, sanitize } from './text.ts'

export type PlainObject = { readonly [key: string]: unknown }

/** Fields that are absent were not there or not observed. */
export function outlineStructured(seen: IdentifiedSnapshot): PlainObject {
  const { snapshot, geometry } = seen
  const { app, window, picture, focused, selectedText } = snapshot
  const pid = window.process?.pid ?? app.process?.pid
  const bare = barePopups(seen)
  const opaque = opacityHint(seen)
  const focusedId = focused && seen.ids.get(focused.record.handle)
  return {
    app: { name: displayText(app.name), ...(pid !== undefined && { pid }) },
    window: {
      title: displayText(window.title),
      ...(window.frame && { frame: window.frame }),
      ...(window.active !== undefined && { active: window.active }),
      ...(window.modal !== undefined && { modal: window.modal }),
      ...(window.minimized !== undefined && { minimized: window.minimized }),
    },
    ...(geometry && {
      screenshot: {
        included: picture !== undefined,
        width: geometry.width,
        height: geometry.height,
        scale_x: geometry.scaleX,
        scale_y: geometry.scaleY,
      },
    }),
    snapshot: `s${seen.generation}`,
    coverage: snapshot.coverage,
    scoped: snapshot.scoped,
    ...(seen.main && { outline: plain(seen.main, geometry) }),
    popups: seen.popups.map((popup) => plain(popup, geometry)),
    ...(bare.length > 0 && { popups_without_elements: bare }),
    ...(focusedId !== undefined && { focused_element_id: focusedId }),
    ...(selectedText !== undefined && { selected_text: sanitize(cutText(selectedText, snapshot.textLimit).text) }),
    ...(snapshot.pictureText && { ocr: textInPicture(snapshot.pictureText, geometry) }),
    ...(opaque !== undefined && { ocr_hint: opaque }),
    notes: snapshot.notes,
  }
}

function textInPicture({ lines, leftOut, unread }: PictureText, geometry: Geometry | undefined): PlainObject {
  return {
    lines: lines.map(({ text, box, confidence }) => {
      const place = geometry && toPicture(box, geometry)
      return { text, ...(place && { box: place }), confidence }
    }),
    ...(leftOut > 0 && { lines_left_out: leftOut }),
    ...(unread > 0 && { places_not_read: unread }),
  }
}

function plain(node: IdentifiedNode, geometry: Geometry | undefined): PlainObject {
  const { parts } = node
  const box = parts.box && geometry && isInPicture(parts.box, geometry) ? toPicture(parts.box, geometry) : undefined
  return {
    id: node.id,
    role: parts.role,
    ...(parts.states.length > 0 && { states: parts.states }),
    ...(parts.label !== undefined && { label: parts.label }),
    ...(parts.secret ? { secret: true } : parts.value !== undefined && { value: parts.value }),
    ...(parts.characters && { characters: parts.characters }),
    ...(parts.range && { range: parts.range }),
    ...(parts.placeholder !== undefined && { placeholder: parts.placeholder }),
    ...(parts.description !== undefined && { description: parts.description }),
    ...(parts.help !== undefined && { help: parts.help }),
    ...(parts.url !== undefined && { url: parts.url }),
    ...(parts.identifier !== undefined && { accessible_id: parts.identifier }),
    ...(box && { box }),
    ...(parts.actions.length > 0 && { actions: parts.actions }),
    ...(node.merged && { reading_only: true }),
    ...(node.childrenCount !== undefined && { children_count: node.childrenCount }),
    ...(node.cuts.length > 0 && { left_out: node.cuts.map((cut) => cutSentence(cut, node)) }),
    ...(node.children.length > 0 && { children: node.children.map((child) => plain(child, geometry)) }),
  }
}
