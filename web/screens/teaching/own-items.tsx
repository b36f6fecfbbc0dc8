import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { coursesOf } from '#web/features/catalog/courses/courses.queries.ts'
import { DeleteCourse, DeletePlaylist } from '#web/features/catalog/items/delete-item.tsx'
import { OwnItems, ownCourse, ownPlaylist } from '#web/features/catalog/items/own-items.tsx'
import { useAllOwnPlaylists, useOwnTable } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { useNeeds } from '#web/features/insight/needs.queries.ts'
import { NeedsPanel } from '#web/features/insight/needs-panel.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { RowSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { OwnFilterRow, OwnSort, useOpenOnly, useOwnFilters } from './own-filters.tsx'
import styles from './own-items.module.css'

/** /teacher-dashboard: the own playlists with view, edit and delete. */
export function OwnPlaylists() {
  const filters = useOwnFilters()
  const list = useOwnTable(filters.query)
  const needs = useNeeds()
  const onEnter = useOpenOnly(filters, list)
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? []
  const [toDelete, setToDelete] = useState<PlaylistCard>()
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = list.data?.pages[0]?.counts
  const hasSome = filters.narrowed || list.isPending || playlists.length > 0

  function showAll(): void {
    filters.change({ q: '', stage: '', needs: '' })
    heading.current?.focus()
  }

  // The panel is above the table, so that the table would move when it arrives.
  if (needs.isPending)
    return (
      <>
        <ScreenTitle screen="Teacher dashboard" unlisted />
        <Loading what="playlists">
          <RowSkeletons count={5} />
        </Loading>
      </>
    )
  return (
    <>
      <ScreenTitle screen="Teacher dashboard" unlisted />
      <NeedsPanel needs={needs.items} />
      <TableFrame
        title="Your playlists"
        headingRef={heading}
        action={
          <>
            {hasSome && <OwnSort filters={filters} />}
            <AddLink to="/teacher-dashboard/add-playlist">Add playlist</AddLink>
          </>
        }
      >
        {hasSome && <OwnFilterRow filters={filters} counts={counts} onEnter={onEnter} />}
        <TableRows
          what="playlists"
          list={list}
          loaded={playlists.length}
          total={list.data?.pages[0]?.total}
          empty={{
            drawing: 'playlists',
            title: 'No playlists found.',
            ...(filters.narrowed
              ? { help: 'None of your playlists match.', action: <Button onClick={showAll}>Show all</Button> }
              : { help: 'Add your first playlist, then fill it with videos.' }),
          }}
        >
          <OwnItems
            kind="playlist"
            items={playlists.map(ownPlaylist)}
            onDelete={(id) => setToDelete(playlists.find(({ _id }) => _id === id))}
          />
        </TableRows>
      </TableFrame>
      {!list.isPending && (
        <p className={styles.hint}>
          Only approved playlists appear on the public pages. An admin reviews a new playlist first.
        </p>
      )}
      {toDelete && (
        <DeletePlaylist playlist={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
    </>
  )
}

/** /teacher-dashboard/table-course: the courses of the playlist that `?playlist=` names. */
export function OwnCourses() {
  const [search, setSearch] = useSearchParams()
  const { playlists, error, isPending, isError, refetch } = useAllOwnPlaylists()
  const playlistId = search.get('playlist') ?? ''
  const playlist = playlists.find(({ _id }) => _id === playlistId)

  function choose(chosen: string): void {
    setSearch({ playlist: chosen }, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <ScreenTitle screen="Courses table" unlisted />
      <div className={styles.choice}>
        <SelectField
          name="playlist"
          label="Playlist"
          placeholder="Choose a playlist"
          options={playlists.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={playlist?._id ?? ''}
          onChange={choose}
        />
      </div>
      {playlist && <CoursesOf key={playlist._id} playlist={playlist} />}
      {!playlist && isPending && (
        <Loading what="playlists">
          <RowSkeletons count={5} />
        </Loading>
      )}
      {isError && playlists.length === 0 && (
        <LoadFailed drawing="playlists" error={error} onRetry={refetch} />
      )}
      {!(playlist || isPending || isError) && <NothingChosen playlists={playlists} />}
    </>
  )
}

function NothingChosen({ playlists }: { playlists: PlaylistCard[] }) {
  if (playlists.length > 0) {
    return <EmptyState drawing="playlists" title="Choose a playlist" help="Its videos appear here." />
  }
  return (
    <EmptyState
      drawing="playlists"
      title="No playlists found."
      help="Videos live in playlists, so start with one."
      action={
        <LinkButton to="/teacher-dashboard/add-playlist" variant="primary">
          Add playlist
        </LinkButton>
      }
    />
  )
}

function CoursesOf({ playlist: { _id: playlistId, category } }: { playlist: PlaylistCard }) {
  const viewer = viewerKey(useCurrentUser())
  const list = useQuery(coursesOf(useCall(), viewer, playlistId))
  const courses = list.data ?? []
  const [toDelete, setToDelete] = useState<Course>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <>
      <TableFrame
        title="Courses"
        headingRef={heading}
        action={<AddLink to={`/teacher-dashboard/add-course?playlist=${playlistId}`}>Add course</AddLink>}
      >
        <TableRows
          what="courses"
          list={list}
          loaded={courses.length}
          empty={{
            drawing: 'video',
            title: 'No courses yet in this playlist',
            help: 'Add its first video.',
          }}
        >
          <OwnItems
            kind="course"
            items={courses.map((course) => ownCourse(course, category))}
            onDelete={(id) => setToDelete(courses.find(({ _id }) => _id === id))}
          />
        </TableRows>
      </TableFrame>
      {!list.isPending && (
        <p className={styles.hint}>Only approved videos of approved playlists appear on the public pages.</p>
      )}
      {toDelete && (
        <DeleteCourse course={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
    </>
  )
}

function AddLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton to={to} variant="primary">
      <Icon name="plus" />
      {children}
    </LinkButton>
  )
}
