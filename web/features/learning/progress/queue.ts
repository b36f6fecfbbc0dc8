import type { MergeItem, ProgressSave, Ranges } from '#contract/learning/progress.ts'
import { RANGES_MAX } from '#contract/learning/progress-limits.ts'
import { without } from '#contract/learning/ranges.ts'
import { decodeSeconds, encodeSeconds, union } from './ranges.ts'

/** Older positions are forgotten. */
const COURSES_MAX = 50

/** What this browser knows of a course: its last position, and what the server has not confirmed. */
interface Entry {
  videoKey: string
  at: number
  duration: number
  rate: number
  /** Unconfirmed seconds, one bit each, as base64. */
  bits: string
  /** Since when there is something unconfirmed; absent if there is nothing. */
  startedAt?: string
  endedAt: string
}

/** A position and new seconds, to be sent. */
export interface Recorded extends ProgressSave {
  startedAt: string
  endedAt: string
}

export const queueKey = (userId: string) => `progress:${userId}`

/**
 * The saves of a user that the server has not confirmed, in `localStorage`. Every call reads the storage again, because
 * other tabs write to it as well.
 */
export function openQueue(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, userId: string) {
  const key = queueKey(userId)

  function read(): Map<string, Entry> {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '{}')
      return new Map(Object.entries({ ...(typeof stored === 'object' && stored) }).filter(isNamedEntry))
    } catch {
      return new Map()
    }
  }
  function write(entries: Map<string, Entry>): void {
    try {
      storage.setItem(key, JSON.stringify(Object.fromEntries([...entries].slice(0, COURSES_MAX))))
    } catch {
      // A browser without storage saves only while it is online.
    }
  }

  return {
    /** This browser's last position in the video, and the seconds that are unconfirmed. */
    positionOf(
      courseId: string,
      videoKey: string,
    ): { at: number; endedAt: string; ranges: Ranges } | undefined {
      const entry = read().get(courseId)
      return entry?.videoKey === videoKey ? { ...entry, ranges: decodeSeconds(entry.bits) } : undefined
    },

    /** Adds seconds and moves the position. Returns everything of the course that is unconfirmed. */
    add(courseId: string, recorded: Recorded): Ranges {
      const entries = read()
      const { ranges, startedAt, ...rest } = recorded
      const before = entries.get(courseId)
      const isSame = before?.videoKey === recorded.videoKey
      const unconfirmed = union(isSame ? decodeSeconds(before.bits) : [], ranges)
      const since = isSame ? (before.startedAt ?? startedAt) : startedAt
      entries.delete(courseId)
      const entry = { ...rest, bits: encodeSeconds(unconfirmed), startedAt: since }
      // The newest is the first, whatever the clock says.
      write(new Map([[courseId, entry], ...entries]))
      return unconfirmed
    },

    /** The server has these seconds and this position. */
    confirm(
      courseId: string,
      { ranges, at, videoKey }: Pick<ProgressSave, 'ranges' | 'at' | 'videoKey'>,
    ): void {
      const entries = read()
      const entry = entries.get(courseId)
      if (entry?.videoKey !== videoKey) return
      const { startedAt, ...rest } = entry
      const left = without(decodeSeconds(entry.bits), ranges)
      const isConfirmed = left.length === 0 && at === entry.at
      entries.set(courseId, { ...rest, bits: encodeSeconds(left), ...(!isConfirmed && { startedAt }) })
      write(entries)
    },

    /** Forgets a course that the server will not save. */
    drop(courseId: string): void {
      const entries = read()
      if (entries.delete(courseId)) write(entries)
    },

    /** Everything unconfirmed. A course with many ranges takes several items. */
    items(): MergeItem[] {
      return [...read()].flatMap(([courseId, { bits, startedAt, ...rest }]) =>
        startedAt === undefined
          ? []
          : partsOf(decodeSeconds(bits)).map((ranges) => ({ ...rest, courseId, startedAt, ranges })),
      )
    },

    clear: () => storage.removeItem(key),
  }
}
export type Queue = ReturnType<typeof openQueue>

function partsOf(ranges: Ranges): Ranges[] {
  const count = Math.max(1, Math.ceil(ranges.length / RANGES_MAX))
  return Array.from({ length: count }, (_, part) => ranges.slice(part * RANGES_MAX, (part + 1) * RANGES_MAX))
}

const TEXTS = ['videoKey', 'bits', 'endedAt']
const NUMBERS = ['at', 'duration', 'rate']

/** Whether an older version, or something else, wrote this. */
function isNamedEntry(named: [string, unknown]): named is [string, Entry] {
  const [, value] = named
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    NUMBERS.every((name) => typeof fields[name] === 'number') &&
    ['string', 'undefined'].includes(typeof fields.startedAt)
  )
}
