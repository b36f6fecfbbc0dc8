import { useEffect } from 'react'
import type { FaultCode, PlayerSettings } from '#contract/video/player.ts'

export type PlaybackState = 'ready' | 'playing' | 'paused' | 'waiting' | 'ended'

/** The last state that the host's player reported. */
export interface Playback {
  state: PlaybackState
  /** Seconds. The duration is 0 while it is unknown. */
  time: number
  duration: number
  buffered: number
  rate: number
  /** The languages of the host's captions, as far as it has named them. */
  languages: readonly string[]
  /** A picture has been shown, so the video needs no poster. */
  hasFrame: boolean
  /** The height of the pictures that are loaded; known of uploaded videos only. */
  height?: number
  /** They arrive slowly. */
  isSlow: boolean
  /** Why the video does not play. Only the report of the fault has it: a host that was silent may still answer. */
  fault?: FaultCode | undefined
}

/** Controls a video at its host. It reports four times a second during playback, and every change. */
export interface Engine {
  play(): void
  pause(): void
  seek(seconds: number): void
  rate(rate: number): void
  /** `volume` is between 0 and 1. */
  volume(volume: number, muted: boolean): void
  /** Shows the host's own captions in that language, or none. */
  captions(language: string | null): void
  /** Moves by one picture; only for uploaded videos. */
  step?(direction: 1 | -1): void
  /** Shows the picture in a window above others, or brings it back; only for uploaded videos. */
  pictureInPicture?(): void
  destroy(): void
  on(listener: (now: Playback) => void): () => void
}

/** Before the host has said anything. */
export const NOTHING_YET: Playback = {
  state: 'ready',
  time: 0,
  duration: 0,
  buffered: 0,
  rate: 1,
  languages: [],
  hasFrame: false,
  isSlow: false,
}

/** The track for a language: that language, another form of it such as British English, or else the first. */
export function trackFor(wanted: string, languages: readonly string[]): string {
  const base = (language: string) => language.split('-')[0]
  const related = languages.find((language) => base(language) === base(wanted))
  return languages.includes(wanted) ? wanted : (related ?? languages[0] ?? wanted)
}

/** The state of one engine, and everyone who listens to it. */
export function createReports() {
  let now = NOTHING_YET
  const listeners = new Set<(now: Playback) => void>()
  return {
    now: () => now,
    report(change: Partial<Playback>): void {
      const next = { ...now, fault: undefined, ...change }
      now = { ...next, hasFrame: now.hasFrame || next.hasFrame || next.state === 'playing' }
      for (const listener of listeners) listener(now)
    },
    on(listener: (now: Playback) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The engine follows the settings, from its first report on. */
export function useEngineSettings(engine: Engine | undefined, settings: PlayerSettings): void {
  const { rate, volume, muted, captions } = settings
  useEffect(() => engine?.rate(rate), [engine, rate])
  useEffect(() => engine?.volume(volume, muted), [engine, volume, muted])
  useEffect(() => engine?.captions(captions), [engine, captions])
}
