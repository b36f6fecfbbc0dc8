import { useRef, useState } from 'react'
import { QUOTE_MAX } from '#contract/comments/comment-text.ts'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import type { ComposedVideo } from './second-row.tsx'
import {
  cutQuote,
  fieldsOf,
  NOTHING_WRITTEN,
  type Quote,
  type WriteRequest,
  type Written,
  writtenIn,
} from './written.ts'

interface WrittenOptions {
  draft: DraftState
  first?: { text: string }
  stored?: string
  video?: ComposedVideo
  asks?: boolean
  onBegin?: () => void
}

/**
 * What the user writes, with the second that it is about. The second is fixed when they begin, and stays until the text is
 * sent or emptied. All of it is kept as a draft.
 */
export function useWritten({ draft, first, stored = '', video, asks = false, onBegin }: WrittenOptions) {
  const [written, setWritten] = useState<Written>(() =>
    first ? { ...NOTHING_WRITTEN, text: first.text } : writtenIn(draft.restored?.fields),
  )
  const hasBegun = useRef(false)
  const { text, at, quote } = written
  const isFixed = at !== undefined
  const isEmpty = text === '' && quote === undefined

  function change(changes: Partial<Written>): void {
    const next = { ...written, ...changes }
    setWritten(next)
    if (next.text.trim() === stored.trim()) draft.remove()
    else draft.write(fieldsOf(next))
  }
  const fixedAt = (second: number): Pick<Written, 'at' | 'video'> =>
    video ? { at: second, video: video.key } : {}
  const unfixed = { at: undefined, video: undefined }

  function type(typed: string): void {
    if (typed === '') {
      hasBegun.current = false
      change(quote === undefined ? { text: '', ...unfixed } : { text: '' })
      return
    }
    if (!hasBegun.current) onBegin?.()
    hasBegun.current = true
    change({ text: typed, ...(!isFixed && text === '' && video && fixedAt(Math.floor(video.position()))) })
  }

  /** A text that is there keeps its second, unless the request brings a quote. */
  function take({ at: second, quote: words }: WriteRequest): void {
    if (words !== undefined) takeQuote(words)
    else change({ ...(isEmpty && fixedAt(second)), ...(asks && { question: true }) })
  }

  function takeQuote(words: Quote): void {
    if (asks) change({ quote: cutQuote(words.text, QUOTE_MAX), ...fixedAt(words.at), question: true })
    else change({ text: `${text === '' ? '' : `${text}\n`}“${words.text}”\n`, ...fixedAt(words.at) })
  }

  return {
    written,
    /** The second, once it is fixed. It is inside the video, also in one that has become shorter. */
    second: at === undefined ? undefined : Math.min(at, video?.duration ?? at),
    isOfOtherVideo: isFixed && written.video !== undefined && written.video !== video?.key,
    type,
    take,
    moveTo: (second: number) => change(fixedAt(second)),
    ask: (question: boolean) => change({ question }),
    removeQuote: () => change(text === '' ? { quote: undefined, ...unfixed } : { quote: undefined }),
    /** The text was sent. What the user typed in the meantime is the next one. */
    clear(): void {
      hasBegun.current = false
      setWritten((now) => (now.text === text ? NOTHING_WRITTEN : now))
    },
  }
}
