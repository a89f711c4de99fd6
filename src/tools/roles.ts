import type { Role } from '../desktop/port.ts'
import { TOGGLE } from '../perception/index.ts'

const radios: ReadonlySet<Role> = new Set(['radio button', 'radio menu item'])

export const isRadio = (role: Role): boolean => radios.has(role)
/** On or off, by itself. */
export const isToggle = (role: Role): boolean => TOGGLE.has(role) && !radios.has(role)
