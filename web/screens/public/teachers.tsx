import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { BecomeTutorCard, TeacherCard } from '#web/features/account/users/teacher-card.tsx'
import { teachersOf } from '#web/features/search/teacher-search.queries.ts'
import { TeacherSearch, useTeacherQuery } from '#web/features/search/teacher-search.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PersonSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { PLACEHOLDER_TEACHER_CARD } from './placeholder-figures.ts'
import styles from './teachers.module.css'

const NONE = 'No teacher found.'
const LEAD = 'Practitioners first. Find one whose work you would like to be able to do.'

/** Specification section 2, /teachers. */
export function Component() {
  const q = useTeacherQuery()
  const list = useInfiniteQuery({ ...teachersOf(useCall(), q), ...loadedByRoute })
  const [first] = list.data?.pages ?? []
  return (
    <>
      <ScreenTitle screen="Teachers" description={LEAD} />
      <PageHead title="Teachers" lead={LEAD} />
      <TeacherSearch />
      <p className="sr" role="status">
        {q !== '' && first && !list.isPlaceholderData && countOf(first.total, 'teacher')}
      </p>
      {list.isPending ? (
        <Loading what="teachers">
          <PersonSkeletons count={8} />
        </Loading>
      ) : (
        <Teachers
          teachers={list.data?.pages.flatMap(({ data }) => data) ?? []}
          none={
            list.data ? (
              <EmptyState
                drawing="people"
                title={NONE}
                help={
                  q === ''
                    ? 'Nobody teaches here yet.'
                    : 'Check the spelling, or try the beginning of a name.'
                }
              />
            ) : (
              <LoadFailed drawing="people" title={NONE} onRetry={list.refetch} />
            )
          }
        />
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <ShowMore list={list} />
        </div>
      )}
    </>
  )
}

type TeachersProps = {
  teachers: readonly { teacher: Parameters<typeof TeacherCard>[0]['teacher'] }[]
  /** The empty state. */
  none: ReactNode
}

function Teachers({ teachers, none }: TeachersProps) {
  const user = useCurrentUser()
  const mayBecomeTutor = user?.role !== 'Teacher' && !user?.isAdmin
  return (
    <Grid label="Teachers">
      {mayBecomeTutor && (
        <li>
          <BecomeTutorCard />
        </li>
      )}
      {teachers.map(({ teacher }) => (
        <li key={teacher._id}>
          <TeacherCard teacher={teacher} likes={PLACEHOLDER_TEACHER_CARD.likes} />
        </li>
      ))}
      {teachers.length === 0 && <li className={mayBecomeTutor ? styles.beside : styles.alone}>{none}</li>}
    </Grid>
  )
}
