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
import { useScrollByUser, useScrolling } from './transcript-scrolling.ts'
import { SelectionBar, TranscriptSearch } from './transcript-search.tsx'

interface TranscriptProps {
  /** The captions that the user reads or prefers. */
  preferred: CaptionsRef | undefined
  /** The words of a search that led here. */
  searched?: string | undefined
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

function TranscriptText({ cues, shown, languages, searched: asked = '', ...writing }: TranscriptTextProps) {
  const { course, player } = useWatch()
  const text = useRef<HTMLElement>(null)
  const [follows, setFollows] = useState(true)
  const [words, setWords] = useState(asked)
  const [step, setStep] = useState(() => matchAt(cues, asked, player.position()))
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
  // The place that the user searches for stays in sight while the video plays on.
  const isFollowing = follows && chosen === undefined
  useScrolling(text, { current, isFollowing, chosen })
  usePresses(text, player.seek)
  useScrollByUser(text, () => setFollows(false))

  return (
    <section className={styles.transcript} aria-label="Transcript">
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
      <section
        ref={text}
        className={styles.text}
        data-following={isFollowing || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Text of the video"
      >
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

/** The index of the first match that is said at this second or later, or of the first one at all. */
function matchAt(cues: readonly Cue[], words: string, second: number): number {
  const index = matchesIn(cues, words).findIndex(({ cue }) => (cues[cue]?.end ?? 0) > second)
  return Math.max(0, index)
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
