import { useState } from 'react'
import type { FaultCode, PlayerSettings } from '#contract/video/player.ts'
import { isSilence, type Silence } from '#contract/video/silence.ts'
import { VIDEO_ENDED } from '#web/core/playing.ts'
import { type Engine, NOTHING_YET, type Playback, type PlaybackState, useEngineSettings } from './engine.ts'

/** What is shown instead of the picture. */
export type Phase =
  | { name: 'poster' }
  /** With `silence` the fault card takes the place of the host's frame, which stays and may still answer. */
  | { name: 'video'; at: number; load: number; ownControls: boolean; silence?: Silence }
  | { name: 'ended' }
  | { name: 'fault'; code: FaultCode }

export interface PlaybackReport {
  at: number
  duration: number
  rate: number
  state: PlaybackState
}

/** Lets the page control the player. */
export interface PlayerControl {
  play: () => void
  pause: () => void
  /** Starts the video if it has not been started. */
  seek: (seconds: number) => void
  /** Plays from there, whether the video was paused or not started. */
  playFrom: (seconds: number) => void
  position: () => number
  isPlaying: () => boolean
}

interface PlaybackOptions {
  /** Where the video starts, and whether it starts without a press. */
  start: { at: number; autoStart: boolean }
  duration: number
  settings: PlayerSettings
  onReport: (report: PlaybackReport) => void
  onFault: (code: FaultCode) => void
  /** Called before the end card takes the place of the picture. */
  onEnded: () => void
}

let loads = 0
const videoFrom = (at: number, ownControls = false): Phase => {
  loads += 1
  return { name: 'video', at, load: loads, ownControls }
}

/** The video from its poster to its end card. */
export function usePlayback({ start, duration, settings, ...callbacks }: PlaybackOptions) {
  const [phase, setPhase] = useState<Phase>(() =>
    start.autoStart ? videoFrom(start.at) : { name: 'poster' },
  )
  const [engine, setEngine] = useState<Engine>()
  const [last, setLast] = useState<Playback>({
    ...NOTHING_YET,
    state: start.autoStart ? 'waiting' : 'ready',
    time: start.at,
    duration,
  })
  useEngineSettings(engine, settings)
  const now = phase.name === 'poster' ? { ...last, time: start.at, duration } : last

  /** With the host's own controls, we learn nothing of the playback. */
  function startAt(at: number, ownControls = false): void {
    setEngine(undefined)
    setLast({ ...NOTHING_YET, duration: now.duration, rate: now.rate, time: at, state: 'waiting' })
    setPhase(videoFrom(at, ownControls))
  }

  function endSilence(): void {
    if (phase.name === 'video' && phase.silence) setPhase({ ...phase, silence: undefined })
  }

  function handleReport(from: Engine, next: Playback): void {
    if (next.fault !== undefined) {
      fail(next.fault)
      return
    }
    endSilence()
    // A host that has not begun is at 0, wherever it will begin.
    const time = next.state === 'ready' && next.time === 0 ? now.time : next.time
    setEngine(from)
    setLast({ ...next, time, duration: next.duration || duration })
    callbacks.onReport({ at: time, duration: next.duration, rate: next.rate, state: next.state })
    if (next.state !== 'ended') return
    callbacks.onEnded()
    setEngine(undefined)
    setPhase({ name: 'ended' })
    dispatchEvent(new Event(VIDEO_ENDED))
  }

  function fail(code: FaultCode): void {
    setEngine(undefined)
    setLast({ ...now, state: 'paused' })
    setPhase(
      phase.name === 'video' && isSilence(code) ? { ...phase, silence: code } : { name: 'fault', code },
    )
    callbacks.onFault(code)
  }

  const control = controlOf({ engine, phase, now, show: setLast, startAt })
  return { phase, now, engine, control, startAt, handleReport }
}

interface Controlled {
  engine: Engine | undefined
  phase: Phase
  now: Playback
  show: (now: Playback) => void
  startAt: (seconds: number) => void
}

/** The player's own report comes a little later, and a second press must not repeat the first, so each press shows at once. */
function controlOf({ engine, phase, now, show, startAt }: Controlled): PlayerControl {
  function play(): void {
    if (engine) {
      show({ ...now, state: 'waiting' })
      engine.play()
    } else if (phase.name !== 'video' || phase.silence) startAt(phase.name === 'ended' ? 0 : now.time)
  }

  function pause(): void {
    if (engine === undefined) return
    show({ ...now, state: 'paused' })
    engine.pause()
  }

  function seek(seconds: number): void {
    const at = Math.max(0, now.duration > 0 ? Math.min(seconds, now.duration) : seconds)
    if (engine === undefined) {
      startAt(at)
      return
    }
    show({ ...now, time: at })
    engine.seek(at)
  }

  function playFrom(seconds: number): void {
    seek(seconds)
    engine?.play()
  }

  return {
    play,
    pause,
    seek,
    playFrom,
    position: () => now.time,
    isPlaying: () => engine !== undefined && isPlaying(now),
  }
}

export const isPlaying = ({ state }: Playback) => state === 'playing' || state === 'waiting'
