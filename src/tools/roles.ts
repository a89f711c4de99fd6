/** Roles by what a click on them means. AT-SPI names; newer toolkits say `button` for `push button`. */

const toggles = new Set(['check box', 'toggle button', 'check menu item', 'switch'])
const radios = new Set(['radio button', 'radio menu item'])
const texts = new Set(['text', 'entry', 'password text', 'terminal', 'paragraph', 'date editor', 'editbar'])
const rows = new Set(['list item', 'table cell', 'table row', 'tree item', 'icon'])

export const isToggle = (role: string): boolean => toggles.has(role)
export const isRadio = (role: string): boolean => radios.has(role)
export const isText = (role: string): boolean => texts.has(role)
/** Selected by a click, opened by a double click. */
export const isRow = (role: string): boolean => rows.has(role)
