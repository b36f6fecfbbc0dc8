import { useEffect } from 'react'
import type { PlayerSettings } from '#contract/video/player.ts'
import type { Engine } from './engine.ts'

/** The engine follows the settings, from its first report on. */
export function useEngineSettings(engine: Engine | undefined, settings: PlayerSettings): void {
  const { rate, volume, muted, captions } = settings
  useEffect(() => engine?.rate(rate), [engine, rate])
  useEffect(() => engine?.volume(volume, muted), [engine, volume, muted])
  useEffect(() => engine?.captions(captions), [engine, captions])
}

export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** The rate that the host plays at when it is asked for this one. */
export function allowedRate(rate: number, rates: readonly number[]): number {
  return Math.min(Math.max(rate, Math.min(...rates)), Math.max(...rates))
}

/** The rates of the menu: ours that the host allows, and the current one. */
export function ratesFor(rates: readonly number[], current: number): number[] {
  const offered = RATES.filter((rate) => rate === current || rates.includes(rate))
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b)
}

/** One rate faster or slower. */
export function nextRate(rates: readonly number[], current: number, step: 1 | -1): number {
  const offered = ratesFor(rates, current)
  return offered[offered.indexOf(current) + step] ?? current
}
