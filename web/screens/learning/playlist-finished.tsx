import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { countOf } from '#contract/format.ts'
import { finishedHeading, finishedSentence } from '#contract/learning/finished.ts'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Kept } from '#web/features/learning/summary/kept.tsx'
import { summaryOf, useSummaryMarkdown } from '#web/features/learning/summary/summary.queries.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { BrandPanel } from '#web/ui/picture/brand-panel.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { ChangedSince, ContinueWith } from './finished-aside.tsx'
import styles from './playlist-finished.module.css'

/** /learning/finished/{playlistId}: what the user keeps of a playlist after watching all of it. */
export function Component() {
  const { playlistId = '' } = useParams()
  const user = useCurrentUser()
  const summary = useQuery({ ...summaryOf(useCall(), viewerKey(user), playlistId), enabled: user !== null })
  return (
    <>
      <ScreenTitle screen={summary.data?.playlist.title ?? 'Finished'} unlisted />
      <div className={styles.crumb}>
        <Crumb to="/learning/done">My learning</Crumb>
      </div>
      {summary.isPending && (
        <Loading what="playlist" title="Finished">
          <PictureSkeleton />
          <LineSkeletons count={6} />
        </Loading>
      )}
      {summary.isError && !summary.data && <Missing error={summary.error} onRetry={summary.refetch} />}
      {summary.data && <Finished summary={summary.data} />}
    </>
  )
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (!isNotFound(error)) return <LoadFailed drawing="video" level={1} error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="video"
      level={1}
      title={error.message}
      help="What you keep of a playlist is here when every video of it is done."
      action={
        <LinkButton to="/learning" variant="primary">
          Continue watching
        </LinkButton>
      }
    />
  )
}

function Finished({ summary }: { summary: FinishedPlaylist }) {
  return (
    <>
      <Head summary={summary} />
      <Figures summary={summary} />
      <div className={styles.columns}>
        <Kept summary={summary} />
        <aside className={styles.aside}>
          <ContinueWith playlistId={summary.playlist._id} />
          <ChangedSince summary={summary} />
        </aside>
      </div>
    </>
  )
}

function Head({ summary }: { summary: FinishedPlaylist }) {
  const { _id, category, mainPlaylistImage } = summary.playlist
  const markdown = useSummaryMarkdown(summary)
  return (
    <BrandPanel className={styles.head} aria-labelledby="finished">
      <div>
        <h1 id="finished" dir="auto">
          {finishedHeading(summary)}
        </h1>
        <p dir="auto">{finishedSentence(summary)}</p>
        {summary.newVideos > 0 && (
          <p>
            <TextLink inline to={`/playlist-details/${_id}`}>
              {countOf(summary.newVideos, 'new video')}
            </TextLink>
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="panel" size="lg" onClick={() => window.print()}>
            <Icon name="printer" />
            Print
          </Button>
          <Button variant="panel" size="lg" busy={markdown.isPending} onClick={() => markdown.mutate()}>
            <Icon name="download" />
            Markdown
          </Button>
        </div>
      </div>
      {mainPlaylistImage && (
        <Thumb radius="lg" className={styles.picture}>
          <Picture
            image={mainPlaylistImage}
            sizes="240px"
            fallback={{ category: category ?? '', seed: _id }}
          />
        </Thumb>
      )}
    </BrandPanel>
  )
}

function Figures({ summary: { doneCount, courses } }: { summary: FinishedPlaylist }) {
  const notes = courses.flatMap((course) => course.notes)
  const bookmarks = notes.filter(({ bookmark }) => bookmark).length
  const questions = courses.flatMap((course) => course.questions)
  const answered = questions.filter(({ answer }) => answer !== null).length
  const changed = courses.filter((course) => course.changed !== null).length
  const written = notes.length - bookmarks
  const tiles: [number, string][] = [
    [doneCount, doneCount === 1 ? 'video done' : 'videos done'],
    [written, `${written === 1 ? 'note' : 'notes'}, ${countOf(bookmarks, 'bookmark')}`],
    [
      questions.length,
      `${questions.length === 1 ? 'question' : 'questions'}${answeredOf(questions.length, answered)}`,
    ],
    [changed, changed === 1 ? 'video changed since' : 'videos changed since'],
  ]
  return (
    <dl className={styles.figures}>
      {tiles.map(([figure, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `, both answered`, `, 1 answered`, or nothing. */
function answeredOf(questions: number, answered: number): string {
  if (questions === 0) return ''
  if (answered < questions || questions === 1)
    return answered === questions ? ', answered' : `, ${answered} answered`
  return questions === 2 ? ', both answered' : ', all answered'
}
