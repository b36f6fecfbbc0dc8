import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { countOf } from '#contract/format.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { BecomeTutorCard, TeacherCard } from '#web/features/account/users/teacher-card.tsx'
import { teacherSearchText, teachersOf } from '#web/features/search/teacher-search.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PersonSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { useTypedSearch } from '#web/ui/table/use-typed-search.ts'
import { PLACEHOLDER_TEACHER_CARD } from './placeholder-figures.ts'
import styles from './teachers.module.css'

const NONE = 'No teacher found.'
const LEAD = 'Practitioners first. Find one whose work you would like to be able to do.'

/** The screen /teachers. */
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
  const isReal = useSite().figures === 'real'
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
          <TeacherCard
            teacher={teacher}
            likes={isReal ? (teacher.likesCount ?? 0) : PLACEHOLDER_TEACHER_CARD.likes}
          />
        </li>
      ))}
      {teachers.length === 0 && <li className={mayBecomeTutor ? styles.beside : styles.alone}>{none}</li>}
    </Grid>
  )
}

/**
 * The search above the teachers. It runs while the user types and stores the text in the address, so that it survives
 * going back from a profile. Without scripts it is a plain form.
 */
export function TeacherSearch() {
  const [, setSearch] = useSearchParams()
  const { text, type, search } = useTypedSearch({
    q: useTeacherQuery(),
    wordsOf: teacherSearchText,
    onSearch: (q) => setSearch(q === '' ? {} : { q }, { replace: true, preventScrollReset: true }),
  })
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form
      className={styles.search}
      role="search"
      aria-label="Teachers"
      action="/teachers"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <label className="sr" htmlFor={id}>
        Search teachers
      </label>
      <SearchInput id={id} value={text} placeholder="Search teachers" onChange={type} />
    </form>
  )
}

/** The search text in the address, `?q=`. */
export function useTeacherQuery(): string {
  const [search] = useSearchParams()
  return teacherSearchText(search.get('q') ?? '') ?? ''
}
