import type { Line } from '../rows.ts'

/** Lines by which the app tells what input reached it. */
export const pressed = (id: string, button = 1): Line => [id, 'button-press', { button }]
export const released = (id: string, button = 1): Line => [id, 'button-release', { button }]
export const keyDown = (id: string, key: string): Line => [id, 'key-press', { key }]
export const keyUp = (id: string, key: string): Line => [id, 'key-release', { key }]
