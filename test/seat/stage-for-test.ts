import { onTestFinished } from 'vitest'
import { type Place, SET_UP_MS, type Stage, setStage } from './stage.ts'

/** A stage that goes with the test. */
export async function stageForTest(windowManager: string, place: Place): Promise<Stage> {
  const stage = await setStage(windowManager, place)
  onTestFinished(() => stage.strike(), SET_UP_MS)
  return stage
}
