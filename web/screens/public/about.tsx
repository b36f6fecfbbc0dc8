import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Role } from '#contract/account/user-fields.ts'
import type { User } from '#contract/account/users.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { ReviewCard } from '#web/features/account/users/review-card.tsx'
import { usersOf } from '#web/features/account/users/users.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PersonSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import styles from './about.module.css'
import { useStatistics } from './figures.ts'

const ReportMenu = lazyPart(async () => (await import('#web/features/reports/report-menu.tsx')).ReportMenu)

const REASONS = [
  'Short playlists with one subject each, so you can finish what you start.',
  'Every playlist is reviewed by a person before it appears.',
  'Ask under any video. Teachers and students answer there.',
]

/** Generated cover art, chosen for its looks. */
const POSTERS = ['photography/about-8', 'science/about-1', 'development/hero-7']

/** The screen /about. */
export function Component() {
  const { name } = useSite()
  const statistics = useStatistics()
  const lead = `${name} is for people who would rather watch someone competent for twelve minutes than read a syllabus.`
  return (
    <>
      <ScreenTitle screen="About" description={lead} />
      <section className={styles.why} aria-labelledby="why">
        <div>
          <h1 id="why">Why choose us?</h1>
          <p className={styles.lead}>{lead}</p>
          <ul>
            {REASONS.map((reason) => (
              <li key={reason}>
                <Icon name="circle-check" />
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <LinkButton to="/courses" variant="primary" size="lg">
            Our courses
          </LinkButton>
        </div>
        <div className={styles.art} aria-hidden="true">
          {POSTERS.map((poster) => (
            <Thumb key={poster} radius="lg">
              <img src={`/art/${poster}.svg`} width={640} height={360} alt="" decoding="async" />
            </Thumb>
          ))}
        </div>
      </section>
      <section className={styles.statistics} aria-label="Statistics">
        <Stats variant="panel" items={statistics} />
      </section>
      <AboutReviews />
    </>
  )
}

/**
 * A review for every profile, page by page; with real figures only for users who say something about the site. Without
 * reviews it renders nothing.
 */
function AboutReviews() {
  const isReal = useSite().figures === 'real'
  const list = useInfiniteQuery({ ...usersOf(useCall(), { quoted: isReal }), ...loadedByRoute })
  const me = useCurrentUser()
  const users = list.data?.pages.flatMap(({ users }) => users) ?? []
  if (list.isSuccess && users.length === 0) return null
  return (
    <Section title="What students say">
      {list.isPending && (
        <Loading what="reviews">
          <PersonSkeletons count={6} />
        </Loading>
      )}
      {list.isError && users.length === 0 && (
        <LoadFailed drawing="people" level={3} error={list.error} onRetry={() => list.refetch()} />
      )}
      {users.length > 0 && (
        <Grid>
          {users.map((user, index) => (
            <li key={user._id}>
              <ReviewCard
                user={user}
                text={isReal ? (user.siteQuote ?? '') : placeholderReview(user.role, index)}
                menu={isReal && me !== null && <ReportQuote user={user} />}
              />
            </li>
          ))}
        </Grid>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <ShowMore list={list} />
        </div>
      )}
    </Section>
  )
}

function ReportQuote({ user: { _id, username } }: { user: User }) {
  return (
    <Suspense>
      <ReportMenu subject={{ kind: 'user', id: _id, name: username, ownerId: _id }} />
    </Suspense>
  )
}

/** A review for every profile, with invented text. */
const REVIEWS: Record<Role, readonly string[]> = {
  Student: [
    'I watch one video over lunch and try it out in the afternoon. Nothing else has stuck like that.',
    'The videos are short enough that I actually come back.',
    'I saved three playlists for later and, for once, finished all of them.',
    'Teachers reply under the videos. That alone is worth it.',
    'One subject per playlist, no padding. I always know what I will be able to do afterwards.',
    'I came for one video and stayed for the whole playlist.',
    'I can pause, try it and ask right there. It feels like sitting next to somebody who knows.',
    'I asked a question at night and had an answer before breakfast.',
    'The teachers show their mistakes as well. That taught me more than any slide.',
    'I needed one thing for work, found it in two searches and understood it in ten minutes.',
    'My study group watches one video a week and talks about it. It works better than a book.',
  ],
  Teacher: [
    'Publishing here made me cut my material in half. My students noticed the difference.',
    'The review is strict in a good way. It caught two mistakes in my second playlist.',
    'Questions come in under the very video they are about, so answering takes minutes.',
    'I add a video when I have something to say, and those who saved the playlist find it.',
  ],
  Other: [
    'I am not a student, and I never felt that it was not for me.',
    'I learn for my job here, between two meetings, at my own pace.',
    'No deadlines and no grades, just people who show how it is done.',
  ],
}

/** The text of the review at this index. Neighbouring reviews of the same role differ. */
function placeholderReview(role: Role, index: number): string {
  const reviews = REVIEWS[role]
  return reviews[index % reviews.length] ?? ''
}
