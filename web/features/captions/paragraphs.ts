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

/** Every match of the words, ignoring case. If they never stand together, every match of each word. */
export function matchesIn(cues: readonly Cue[], words: string): Match[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const together = placesOf(cues, [wanted])
  return together.length > 0 ? together : placesOf(cues, wanted.split(/\s+/))
}

function placesOf(cues: readonly Cue[], wanted: readonly string[]): Match[] {
  return cues.flatMap(({ text }, cue) => {
    const folded = text.toLowerCase()
    const places: Match[] = []
    for (let at = 0; at < folded.length; ) {
      const next = nextPlace(folded, wanted, at)
      if (next === undefined) break
      places.push({ cue, ...next })
      at = next.to
    }
    return places
  })
}

/** The first place of any of the words from this character on; the longest one, if several begin there. */
function nextPlace(text: string, wanted: readonly string[], at: number): Omit<Match, 'cue'> | undefined {
  return wanted
    .map((word) => ({ from: text.indexOf(word, at), length: word.length }))
    .filter(({ from }) => from >= 0)
    .map(({ from, length }) => ({ from, to: from + length }))
    .sort((a, b) => a.from - b.from || b.to - a.to)[0]
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
