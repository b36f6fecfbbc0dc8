import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { User } from '#contract/account/users.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { formatCount } from '#contract/format.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { PersonHead, PersonHeadSkeleton } from '#web/features/account/users/person-head.tsx'
import { teacherOf } from '#web/features/account/users/users.queries.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { teacherCardsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { FollowButton } from '#web/features/reactions/follow-button.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { CardSkeletons, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import { PLACEHOLDER_TEACHER_PROFILE } from './placeholder-figures.ts'

const load = () => import('#web/screens/admin/person-menu.tsx')
const PersonMenu = lazyPart(async () => (await load()).PersonMenu)
const Suspended = lazyPart(async () => (await load()).Suspended)

/** /teacher-profile/{teacherId}: the teacher and their public playlists. */
export function Component() {
  const { teacherId = '' } = useParams()
  const viewer = viewerKey(useCurrentUser())
  const teacher = useQuery({ ...teacherOf(useCall(), teacherId, viewer), ...loadedByRoute })

  if (teacher.data) return <Teacher key={teacherId} teacher={teacher.data} viewer={viewer} />
  return (
    <>
      <ScreenTitle screen="Teacher" unlisted />
      {teacher.isPending ? (
        <Loading what="teacher">
          <PersonHeadSkeleton />
          <Skeleton shape="stats" />
          <Section title={<Skeleton shape="fact" />}>
            <CardSkeletons count={3} />
          </Section>
        </Loading>
      ) : (
        <LoadFailed drawing="people" title="No teacher found." onRetry={teacher.refetch} />
      )}
    </>
  )
}

function Teacher({ teacher, viewer }: { teacher: User; viewer: string }) {
  const site = useSite()
  const { _id, username, profilePhoto, approvedPlaylistsCount = 0, approvedCoursesCount = 0 } = teacher
  const list = useInfiniteQuery({ ...teacherCardsOf(useCall(), _id, viewer), ...loadedByRoute })
  const [firstName] = username.split(' ')
  const { likes, comments } =
    site.figures === 'real'
      ? { likes: formatCount(teacher.likesCount ?? 0), comments: formatCount(teacher.commentsCount ?? 0) }
      : PLACEHOLDER_TEACHER_PROFILE
  return (
    <>
      <ScreenTitle
        screen={username}
        description={`${username} on ${site.name}: playlists to watch.`}
        image={new URL(profilePhoto.url, site.origin).href}
        type="profile"
      />
      <PersonHead
        user={teacher}
        action={
          <>
            {viewer !== _id && (
              <FollowButton kind="teacher" id={_id} name={username} followers={teacher.followersCount} />
            )}
            <Suspense>{viewer !== 'visitor' && <PersonMenu user={teacher} />}</Suspense>
          </>
        }
      >
        <Suspense>{teacher.suspended && <Suspended user={teacher} />}</Suspense>
      </PersonHead>
      <Stats
        variant="surface"
        items={[
          { label: 'Total playlists', value: approvedPlaylistsCount },
          { label: 'Total videos', value: approvedCoursesCount },
          { label: 'Total likes', value: likes },
          { label: 'Total comments', value: comments },
        ]}
      />
      <Section
        title={
          <>
            <bdi>{firstName}</bdi>’s courses
          </>
        }
      >
        <PlaylistPages
          list={list}
          playlists={list.data?.pages.flatMap(({ playlists }) => playlists).filter(isPublic)}
          level={3}
          empty={<EmptyState drawing="playlists" title="No courses for this teacher" level={3} />}
        />
      </Section>
    </>
  )
}

/** Teachers and admins also receive unpublished playlists. This screen shows only public ones to everyone. */
const isPublic = ({ isPlaylistApproved }: PlaylistCard) => isPlaylistApproved === 'approved'
