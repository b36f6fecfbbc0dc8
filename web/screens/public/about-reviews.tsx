import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { ReviewCard } from '#web/features/account/users/review-card.tsx'
import { usersOf } from '#web/features/account/users/users.queries.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PersonSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import styles from './about.module.css'
import { placeholderReview } from './placeholder-reviews.ts'

/** A review for every profile, page by page. Without profiles it renders nothing. */
export function AboutReviews() {
  const list = useInfiniteQuery({ ...usersOf(useCall()), ...loadedByRoute })
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
              <ReviewCard user={user} text={placeholderReview(user.role, index)} />
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
