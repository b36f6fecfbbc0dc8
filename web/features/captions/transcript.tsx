import { useQuery } from '@tanstack/react-query'
import {
  Fragment,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CaptionsRef, Cue } from '#contract/captions/captions.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { Quote, WriteRequest } from '#web/ui/form/written.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import { cuesOf } from './captions.queries.ts'
import { matchesIn, paragraphsOf, useCurrentCue } from './paragraphs.ts'
import styles from './transcript.module.css'
import { correctionsByParagraph, TranscriptCorrections } from './transcript-corrections.tsx'
import { TranscriptParagraph } from './transcript-paragraph.tsx'
import { SelectionBar, TranscriptSearch } from './transcript-search.tsx'

interface TranscriptProps {
  /** The captions that the user reads or prefers. */
  preferred: CaptionsRef | undefined
  /** The user wants to search. */
  request?: WriteRequest | undefined
  onRequestTaken?: () => void
  onNote: (quote: Quote) => void
  onAsk: (quote: Quote) => void
}

/** What is said in the video, to read along, to search and to jump in. */
export function Transcript({ preferred, ...rest }: TranscriptProps) {
  const { course } = useWatch()
  const { captions = [] } = course
  const [chosen, setChosen] = useState<string>()
  const shown = captions.find(({ _id }) => _id === chosen) ?? preferred ?? captions[0]
  if (!shown)
    return (
      <EmptyState
        drawing="comments"
        small
        title="This video has no transcript yet."
        help="It appears when the teacher adds captions."
      />
    )
  return (
    <LoadedTranscript
      key={shown._id}
      {...rest}
      shown={shown}
      languages={
        captions.length > 1 && (
          <select
            className={styles.language}
            aria-label="Language of the transcript"
            value={shown._id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {captions.map(({ _id, label, auto }) => (
              <option key={_id} value={_id}>
                {auto ? `${label} (auto)` : label}
              </option>
            ))}
          </select>
        )
      }
    />
  )
}

interface LoadedTranscriptProps extends Omit<TranscriptProps, 'preferred'> {
  shown: CaptionsRef
  languages: React.ReactNode
}

function LoadedTranscript({ shown, ...rest }: LoadedTranscriptProps) {
  const { viewer } = useWatch()
  const list = useQuery(cuesOf(useCall(), viewer, shown._id))
  if (list.data) return <TranscriptText {...rest} cues={list.data} shown={shown} />
  if (list.isError)
    return <LoadFailed drawing="comments" small error={list.error} onRetry={() => list.refetch()} />
  return (
    <Loading what="transcript">
      <LineSkeletons count={6} />
    </Loading>
  )
}

interface TranscriptTextProps extends LoadedTranscriptProps {
  cues: readonly Cue[]
}

function TranscriptText({ cues, shown, languages, ...writing }: TranscriptTextProps) {
  const { course, player } = useWatch()
  const text = useRef<HTMLElement>(null)
  const [follows, setFollows] = useState(true)
  const [words, setWords] = useState('')
  const [step, setStep] = useState(0)
  const searched = useDeferredValue(words)
  const paragraphs = useMemo(() => paragraphsOf(cues, course.chapters ?? []), [cues, course.chapters])
  const corrections = useMemo(
    () => correctionsByParagraph(paragraphs, course.corrections),
    [paragraphs, course.corrections],
  )
  const matches = useMemo(() => matchesIn(cues, searched), [cues, searched])
  const byParagraph = useMemo(
    () => Map.groupBy(matches, ({ cue }) => paragraphs.findLast(({ first }) => first <= cue)),
    [matches, paragraphs],
  )
  const current = useCurrentCue(cues, player.position)
  const chosen = matches[step]
  useScrolling(text, { current, follows, chosen })
  usePresses(text, player.seek)
  useScrollByUser(text, () => setFollows(false))

  return (
    <section aria-label="Transcript">
      <div className={styles.bar}>
        <TranscriptSearch
          words={words}
          onWords={(next) => {
            setWords(next)
            setStep(0)
          }}
          step={step}
          count={matches.length}
          onStep={setStep}
          request={writing.request}
          onRequestTaken={writing.onRequestTaken}
        />
        <span className={styles.settings}>
          {languages}
          <Switch checked={follows} onChange={setFollows}>
            Follow
          </Switch>
        </span>
      </div>
      {shown.auto && (
        <p className={styles.auto}>
          <Icon name="info" size="sm" />
          Written by a program and not checked by the teacher yet.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section ref={text} className={styles.text} tabIndex={0} aria-label="Text of the video">
        {paragraphs.map((paragraph) => (
          <Fragment key={paragraph.first}>
            <TranscriptParagraph
              paragraph={paragraph}
              language={shown.language}
              current={
                current >= paragraph.first && current < paragraph.first + paragraph.cues.length
                  ? current
                  : undefined
              }
              matches={byParagraph.get(paragraph) ?? NO_MATCHES}
              chosen={byParagraph.get(paragraph)?.includes(chosen ?? NO_MATCH) ? chosen : undefined}
            />
            <TranscriptCorrections corrections={corrections.get(paragraph)} />
          </Fragment>
        ))}
        <SelectionBar text={text} onNote={writing.onNote} onAsk={writing.onAsk} />
      </section>
    </section>
  )
}

const NO_MATCH = { cue: -1, from: 0, to: 0 }
const NO_MATCHES: readonly never[] = []

interface ScrollTargets {
  current: number
  follows: boolean
  chosen: object | undefined
}

/** Keeps the current cue or the match that the search is at in sight, without moving the page. */
function useScrolling(
  text: RefObject<HTMLElement | null>,
  { current, follows, chosen }: ScrollTargets,
): void {
  useEffect(() => {
    if (follows && current >= 0) scrollTo(text.current, '[data-now]')
  }, [text, current, follows])
  useEffect(() => {
    if (chosen) scrollTo(text.current, '[data-chosen]')
  }, [text, chosen])
}

function scrollTo(text: HTMLElement | null, selector: string): void {
  const target = text?.querySelector(selector)
  if (!(text && target)) return
  const [box, place] = [text.getBoundingClientRect(), target.getBoundingClientRect()]
  const middle = place.top - box.top - (box.height - place.height) / 2
  text.scrollTop += middle
}

/** A press on a cue or a time moves the video, unless it ends a selection. */
function usePresses(text: RefObject<HTMLElement | null>, onSeek: (seconds: number) => void): void {
  const press = useEffectEvent((event: MouseEvent) => {
    const cue = event.target instanceof Element ? event.target.closest('[data-at]') : null
    if (!cue || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (document.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    onSeek(Number(cue.getAttribute('data-at')))
  })
  useEffect(() => {
    const element = text.current
    const listener = (event: MouseEvent) => press(event)
    element?.addEventListener('click', listener)
    return () => element?.removeEventListener('click', listener)
  }, [text])
}

/** The user who scrolls wants to read somewhere else. */
function useScrollByUser(text: RefObject<HTMLElement | null>, onScroll: () => void): void {
  const scrolled = useEffectEvent(onScroll)
  useEffect(() => {
    const element = text.current
    const listener = () => scrolled()
    for (const type of ['wheel', 'touchmove']) element?.addEventListener(type, listener, { passive: true })
    return () => {
      for (const type of ['wheel', 'touchmove']) element?.removeEventListener(type, listener)
    }
  }, [text])
}
