import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { CHECKLIST_FAILED } from '#contract/review/review-messages.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useHashFocus } from '#web/core/use-hash-focus.ts'
import {
  courseItem,
  hasDraft,
  type Item,
  isInReview,
  playlistItem,
} from '#web/features/catalog/versions/submission-state.ts'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatSince } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './before-submit.module.css'
import { type Check, captionsCheck, playlistChecks, videoCheck, waitingSentence } from './checklist.ts'
import { useReturned, useSubmit, useWithdraw, waitingTimeOf } from './submission.queries.ts'
import { SubmissionFields, useSubmissionChoice } from './submission-choice.tsx'

interface BeforeSubmitProps {
  item: Item
  /** Gets the errors of the last attempt, by field. */
  checksWith: (errors: Readonly<Record<string, string>> | undefined) => readonly Check[]
  /** `it`, or `them` for several videos. */
  what?: 'it' | 'them'
  /** The drafts that go along with a playlist unless the teacher leaves them out. */
  videos?: readonly Item[]
  /** A sentence before the one about the waiting time. */
  lead?: string | undefined
}

const NO_VIDEOS: readonly Item[] = []

/** The checklist, what goes along with a message, and the button that submits. */
function BeforeSubmit({ item, checksWith, what = 'it', videos = NO_VIDEOS, lead }: BeforeSubmitProps) {
  const box = useRef<HTMLElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  useHashFocus(SUBMIT, foot)
  const submit = useSubmit(box)
  const fields = useSubmissionChoice(item._id, videos)
  const hint = useId()
  const button = useId()
  const waitingTime = useQuery(waitingTimeOf(useCall())).data
  const checks = checksWith(fieldErrors(submit.error))
  const failed = checks.some(({ result }) => result === 'failed')

  function press(): void {
    if (failed) {
      box.current?.querySelector<HTMLElement>('[data-result="failed"] a')?.focus()
      return
    }
    const choice = item.kind === 'playlist' ? fields.choice : undefined
    submit.mutate({ items: [item], choice }, { onSaved: fields.draft.remove })
  }

  return (
    <Box
      ref={box}
      id={SUBMIT}
      title="Before you submit"
      aside={`${checks.filter(({ result }) => result === 'ok').length} of ${checks.length} done`}
    >
      <ChecklistRows checks={checks} />
      {item.kind === 'playlist' && <SubmissionFields videos={videos} sentBy={button} {...fields} />}
      <div ref={foot} className={styles.foot}>
        <p>
          {lead !== undefined && `${lead} `}
          {waitingSentence(waitingTime, what)}
        </p>
        <Button
          id={button}
          variant="primary"
          busy={submit.isPending && 'Submitting...'}
          aria-disabled={failed || undefined}
          aria-describedby={failed ? hint : undefined}
          onClick={press}
        >
          Submit for review
        </Button>
        {failed && (
          <span className="sr" id={hint}>
            {CHECKLIST_FAILED}
          </span>
        )}
      </div>
    </Box>
  )
}

/** Something of the teacher that waits for an admin. */
function InReview({ item }: { item: Item }) {
  const box = useRef<HTMLElement>(null)
  const withdraw = useWithdraw(box)
  const since = item.revision?.submittedAt
  return (
    <Box ref={box} title={item.kind === 'playlist' ? 'In review' : 'Video in review'}>
      <div className={styles.foot}>
        <p>
          In review
          {since != null && (
            <>
              {' '}
              since <RelativeTime at={since}>{formatSince(since)}</RelativeTime>
            </>
          )}
          . Changes you make now will be part of the review.
        </p>
        <Button busy={withdraw.isPending && 'Withdrawing...'} onClick={() => withdraw.mutate(item)}>
          Withdraw
        </Button>
      </div>
    </Box>
  )
}

interface BoxProps {
  ref: React.Ref<HTMLElement>
  id?: string
  title: string
  aside?: string
  children: ReactNode
}

function Box({ ref, id, title, aside, children }: BoxProps) {
  const heading = useId()
  return (
    <section ref={ref} id={id} className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

const ICONS = { ok: 'circle-check', warning: 'alert-triangle', failed: 'alert-circle' } as const
const SPOKEN = { ok: 'Done: ', warning: 'Warning: ', failed: 'Missing: ' } as const

/** What must be true before something is submitted, and what is. */
function ChecklistRows({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ name, label, result, help, to, count }) => (
        <li key={name} data-result={result}>
          <Icon name={ICONS[result]} />
          <span>
            <span className="sr">{SPOKEN[result]}</span>
            {label}
          </span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {help !== undefined && (
            <small>
              {to === undefined ? (
                help
              ) : (
                <TextLink inline to={to}>
                  {help}
                </TextLink>
              )}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * What the teacher can submit or withdraw of a playlist. What an admin has sent back is submitted again in the panel with
 * the decision. It does not render again when the outline moves: it lists every draft.
 */
export const PlaylistSubmission = memo(function PlaylistSubmission({ playlist }: { playlist: Playlist }) {
  const item = playlistItem(playlist)
  const { isReturned, drafts, checksWith } = useChecks(playlist)
  const { length } = drafts
  if (isReturned) return null
  return (
    <>
      {isInReview(item) && <InReview item={item} />}
      {checksWith && (
        <BeforeSubmit
          item={item}
          videos={drafts.map(courseItem)}
          checksWith={checksWith}
          {...(!hasDraft(item) && {
            what: length === 1 ? 'it' : 'them',
            lead: length === 1 ? '1 video is a draft.' : `${length} videos are drafts.`,
          })}
        />
      )}
    </>
  )
})

/** The checklist of what the teacher can submit of a playlist; without `checksWith` there is nothing to submit. */
function useChecks(playlist: Playlist) {
  const item = playlistItem(playlist)
  const courses = playlist.courses.map(courseItem)
  const returned = useReturned(playlist._id, [item, ...courses]).map(({ subject }) => subject._id)
  const drafts = playlist.courses.filter(
    (course, index) => courses[index] && hasDraft(courses[index]) && !returned.includes(course._id),
  )
  const isReturned = item.status === 'cancel' || returned.includes(item._id)
  if (isReturned || !(hasDraft(item) || drafts.length > 0)) return { isReturned, drafts }
  const checksWith = (errors: Readonly<Record<string, string>> | undefined): readonly Check[] =>
    hasDraft(item)
      ? playlistChecks(playlist, errors)
      : [
          videoCheck({ playlistId: playlist._id, courses: drafts, errors: errors ?? {} }),
          captionsCheck(playlist._id, drafts),
        ]
  return { isReturned, drafts, checksWith }
}

/** The way from the head of the screen to the checklist, which is below all videos. */
export function ToSubmission({ playlist }: { playlist: Playlist }) {
  const { checksWith } = useChecks(playlist)
  const place = useSubmissionPlace()
  if (!checksWith) return null
  return (
    <LinkButton variant="primary" {...place}>
      Submit for review
    </LinkButton>
  )
}

/** `5 of 6 checks done` */
export function ChecksDone({ playlist }: { playlist: Playlist }) {
  const checks = useChecks(playlist).checksWith?.({})
  const place = useSubmissionPlace()
  if (!checks) return null
  const done = checks.filter(({ result }) => result === 'ok').length
  return <TextLink {...place}>{`${done} of ${checks.length} checks done`}</TextLink>
}

const SUBMIT = 'submit'

/** The checklist on the same screen, with the course and the view that are open. */
function useSubmissionPlace() {
  const { search } = useLocation()
  return { to: { search, hash: SUBMIT }, replace: true, preventScrollReset: true, viewTransition: false }
}

/** The same for one course. */
export function CourseSubmission({ course }: { course: Course }) {
  const item = courseItem(course)
  const isReturned = useReturned(course.playlist._id, [item]).length > 0
  if (isInReview(item)) return <InReview item={item} />
  if (isReturned || !hasDraft(item)) return null
  return (
    <BeforeSubmit
      item={item}
      checksWith={(errors) => [
        videoCheck({ playlistId: course.playlist._id, courses: [course], errors }),
        ...(course.captions ? [captionsCheck(course.playlist._id, [withCaptions(course)])] : []),
      ]}
    />
  )
}

/** Only a course that was read alone names its captions. */
const withCaptions = ({ _id, captions = [] }: Course) => ({
  _id,
  ...(captions.length > 0 && { hasCaptions: true as const }),
})
