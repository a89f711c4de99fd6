import { defineConfig } from 'vitest/config'

/** Tests that start real desktops and apps: one file at a time, or they would take each other's processor time. */
const onDesktops = { fileParallelism: false, testTimeout: 30_000, hookTimeout: 60_000 }

/** In the order in which `npm test` runs them; every test file belongs to one. */
export const projects = [
  { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/bench/**/*.test.ts'] } },
  { test: { name: 'house', include: ['test/house/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'fixture', include: ['test/fixture/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'atspi', include: ['test/atspi/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'x11', include: ['test/x11/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'keys', include: ['test/keys/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'seat', include: ['test/seat/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'tools', include: ['test/desktop-tools/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'mixed', include: ['test/mixed/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'matrix', include: ['test/matrix/**/*.test.ts'], ...onDesktops } },
  { test: { name: 'truth', include: ['test/truth-suite/**/*.test.ts'], ...onDesktops } },
]

export default defineConfig({ test: { projects } })
