import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import type { User } from '#contract/account/users.ts'
import type { UserFigures } from '#contract/insight/figures.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { PersonHead, PersonHeadSkeleton } from '#web/features/account/users/person-head.tsx'
import { userOf } from '#web/features/account/users/users.queries.ts'
import { userFiguresOf } from '#web/features/insight/figures.queries.ts'
import { useSiteInfo } from '#web/features/settings/site.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PersonMenu, Suspended } from '#web/screens/admin/person-menu.tsx'
import { shown } from '#web/screens/public/figures.ts'
import { PLACEHOLDER_PROFILE } from '#web/screens/public/placeholder-figures.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import styles from './profile.module.css'

const AskToTeach = lazyPart(async () => (await import('#web/features/people/ask-to-teach.tsx')).AskToTeach)

/** The screen /profile/{userId}. */
export function Component() {
  const { userId = '' } = useParams()
  const me = useCurrentUser()
  // Always refetched, because the number of saved playlists changes on many screens.
  const profile = useQuery({
    ...userOf(useCall(), userId, viewerKey(me)),
    enabled: me !== null,
    staleTime: 0,
  })

  return (
    <>
      <ScreenTitle screen={profile.data?.username ?? 'Profile'} unlisted />
      {profile.isPending && (
        <Loading what="profile" title="Profile">
          <PersonHeadSkeleton />
          <div className={styles.tiles}>
            <Skeleton shape="tile" />
            <Skeleton shape="tile" />
            <Skeleton shape="tile" />
          </div>
        </Loading>
      )}
      {profile.isError && !profile.data && (
        <LoadFailed
          drawing="people"
          level={1}
          title="This profile could not be loaded."
          onRetry={profile.refetch}
        />
      )}
      {profile.data && (
        <Profile
          user={profile.data}
          own={profile.data._id === me?._id}
          hidden={profile.data.profilePrivate === true && profile.data._id !== me?._id && !me?.isAdmin}
        />
      )}
    </>
  )
}

interface ProfileProps {
  user: User
  own: boolean
  /** The user hides the profile from this viewer: only the name and the picture show. */
  hidden: boolean
}

function Profile({ hidden, ...props }: ProfileProps) {
  if (hidden) return <PersonHead user={props.user} hidden action={<PersonMenu user={props.user} />} />
  return <WholeProfile {...props} />
}

function WholeProfile({ user, own }: Omit<ProfileProps, 'hidden'>) {
  const { _id, email, createdAt, savedPlaylistsCount } = user
  const isReal = useSite().figures === 'real'
  const viewer = viewerKey(useCurrentUser())
  const { data: figures } = useQuery({ ...userFiguresOf(useCall(), _id, viewer), enabled: own || isReal })
  const { liked, comments } = isReal ? realTiles(figures, own) : PLACEHOLDER_TILES
  return (
    <>
      <PersonHead user={user} action={own ? <UpdateLink userId={_id} /> : <PersonMenu user={user} />}>
        {email && (
          <span>
            <Icon name="mail" />
            {email}
          </span>
        )}
        <Suspended user={user} />
        <span>
          <Icon name="calendar" />
          <span className="num">
            Joined <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
          </span>
        </span>
      </PersonHead>
      <ul className={styles.tiles}>
        <Tile icon="bookmark" count={savedPlaylistsCount} label="Saved playlists">
          <TextLink arrow to={`/user-saved-playlist/${_id}`}>
            View playlists
          </TextLink>
        </Tile>
        <Tile icon="heart" count={liked.count} label="Liked videos">
          {liked.to && (
            <TextLink arrow to={liked.to}>
              View liked
            </TextLink>
          )}
        </Tile>
        <Tile icon="message" count={comments.count} label="Video comments">
          {comments.to && (
            <TextLink arrow to={comments.to}>
              View comments
            </TextLink>
          )}
        </Tile>
      </ul>
      {own && !isReal && <YourLearning figures={figures} />}
      {own && user.role !== 'Teacher' && <TeachHere />}
    </>
  )
}

const PLACEHOLDER_TILES = {
  liked: { count: PLACEHOLDER_PROFILE.likedVideos, to: PLACEHOLDER_PROFILE.link },
  comments: { count: PLACEHOLDER_PROFILE.comments, to: PLACEHOLDER_PROFILE.link },
}

/** Only one’s own lists can be opened. */
const realTiles = (figures: UserFigures | undefined, own: boolean) => ({
  liked: { count: shown(figures?.liked), to: own && '/learning/liked' },
  comments: { count: shown(figures?.comments), to: own && '/comments' },
})

/** What the user has really done, below tiles with fixed figures. */
function YourLearning({ figures }: { figures: UserFigures | undefined }) {
  const { learning } = figures ?? {}
  return (
    <Section
      title="Your learning"
      action={
        <TextLink arrow to="/learning">
          My learning
        </TextLink>
      }
    >
      <Stats
        variant="surface"
        items={[
          { label: 'Videos done', value: shown(learning?.done) },
          { label: 'Minutes', value: shown(learning?.minutes) },
          { label: 'Notes', value: shown(learning?.notes) },
          { label: 'Liked', value: shown(figures?.liked) },
          { label: 'Comments', value: shown(figures?.comments) },
        ]}
      />
    </Section>
  )
}

/** Where an admin decides who may teach. */
function TeachHere() {
  const { data: policies } = useSiteInfo()
  if (policies?.teachers !== 'request') return null
  return (
    <Section title="Teach here">
      <Suspense>
        <AskToTeach />
      </Suspense>
    </Section>
  )
}

function UpdateLink({ userId }: { userId: string }) {
  return (
    <LinkButton to={`/update-user/${userId}`} className={styles.update}>
      <Icon name="edit" />
      Update Profile
    </LinkButton>
  )
}

interface TileProps {
  icon: IconName
  count: ReactNode
  label: string
  /** A link to the list. */
  children?: ReactNode
}

function Tile({ icon, count, label, children }: TileProps) {
  return (
    <li className={styles.tile}>
      <Icon name={icon} size="lg" />
      <p className={styles.count}>{count}</p>
      <p className={styles.label}>{label}</p>
      {children}
    </li>
  )
}
