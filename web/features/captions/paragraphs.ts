import { useEffect, useEffectEvent, useState } from 'react'
import type { Cue } from '#contract/captions/captions.ts'
import type { Chapter } from '#contract/video/video.ts'

/** Seconds; a paragraph ends with the cue that reaches them. */
const LENGTH = 30

export interface Paragraph {
  /** The second at which it starts. */
  at: number
  /** The title of the chapter that begins with it. */
  chapter: string | undefined
  /** The index of its first cue among all cues. */
  first: number
  cues: readonly Cue[]
}

/** The cues in paragraphs of about 30 seconds; a chapter begins a new one. */
export function paragraphsOf(cues: readonly Cue[], chapters: readonly Chapter[]): Paragraph[] {
  const paragraphs: (Paragraph & { cues: Cue[] })[] = []
  let next = 0
  for (const [index, cue] of cues.entries()) {
    let chapter: string | undefined
    // A cue that starts a little before the chapter belongs to it.
    while (next < chapters.length && (chapters[next]?.at ?? 0) <= cue.start + 1) {
      chapter = chapters[next]?.title
      next += 1
    }
    const last = paragraphs.at(-1)
    if (last && chapter === undefined && cue.start - last.at < LENGTH) last.cues.push(cue)
    else paragraphs.push({ at: cue.start, chapter, first: index, cues: [cue] })
  }
  return paragraphs
}

/** The cue that is said at this second, or the last one before it; -1 before the first. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A place of the searched words. */
export interface Match {
  cue: number
  from: number
  to: number
}

/** Every place of the words, whatever their case. */
export function matchesIn(cues: readonly Cue[], words: string): Match[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return cues.flatMap(({ text }, cue) => {
    const folded = text.toLowerCase()
    const places: Match[] = []
    for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length))
      places.push({ cue, from, to: from + wanted.length })
    return places
  })
}

const INTERVAL_MS = 250

/** The index of the cue that the video is at. */
export function useCurrentCue(cues: readonly Cue[], position: () => number): number {
  const [current, setCurrent] = useState(-1)
  const read = useEffectEvent(() => setCurrent(cueAt(cues, position())))
  useEffect(() => {
    read()
    const timer = setInterval(read, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return current
}
