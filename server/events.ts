/**
 * The changes that other features react to. A feature emits an event in the transaction of its change and does not know the
 * listeners. A feature listens in its file `<feature>.events.ts`, and server/listeners.ts lists these files. The live events
 * of browsers are others (http/live-events.ts).
 */
import type { UploadPlace, VideoState } from '#contract/video/uploads.ts'
import type { Video } from '#contract/video/video.ts'
import type { AppContext } from './context.ts'
import type { Db } from './data/database.ts'

/** A playlist or course of a teacher. */
export interface ItemRef {
  kind: 'playlist' | 'course'
  id: string
  teacherId: string
}

export interface SiteEvents {
  /** A user is about to be deleted. Their rows and those of their playlists are locked. */
  'user.deleting': { userId: string }
  /** A user was added, or has another name or role. */
  'user.renamed': { userId: string; hasNewName: boolean }
  /** Somebody has registered, with an invitation or without one. A listener throws where it cannot be used any more. */
  'user.registered': { userId: string; invitationId: string | undefined }
  /**
   * A user has signed in with the provider, whose claim has these values; none when it is disconnected. Their row is locked.
   * `context` notifies after the commit.
   */
  'provider.loggedIn': {
    userId: string
    values: readonly string[]
    context: Pick<AppContext, 'events' | 'jobs'>
  }
  /** A user asks to become a teacher. `context` notifies after the commit. */
  'teaching.requested': { userId: string; reason: string; context: Pick<AppContext, 'events' | 'jobs'> }
  /** A user hides their profile or their progress, or shows it again. */
  'user.privacyChanged': { userId: string }
  /** A user has become an admin, or is one no longer. */
  'user.rightsChanged': { userId: string }
  /**
   * A user has confirmed their address or has another one. Their row is locked. `context` notifies after the commit.
   */
  'user.addressChanged': { userId: string; context: Pick<AppContext, 'events' | 'jobs'> }
  /** An admin has suspended an account. `context` notifies after the commit. */
  'user.suspended': { userId: string; adminId: string; context: Pick<AppContext, 'events' | 'jobs'> }
  /** An account was deleted, so that it is hidden for 14 days, or is shown again. It is locked. */
  'user.hidden': { userId: string }
  /** All playlists of a teacher belong to another one from now on. Both are locked, and the playlists too. */
  'playlists.handedOver': { playlistIds: readonly string[]; from: string; to: string }
  /** What visitors read of a playlist may have changed: its texts, category or status, or its courses. */
  'playlist.changed': { playlistId: string }
  /** A group was deleted that had these playlists. */
  'group.deleted': { playlistIds: readonly string[] }
  /** A playlist is about to be deleted. It is locked. */
  'playlist.deleting': { playlistId: string }
  /** A playlist was copied. `copies` has the ids of the new courses by those of the original ones. */
  'playlist.duplicated': { copies: ReadonlyMap<string, string> }
  /** The captions of a video are new. */
  'captions.changed': { captionsId: string }
  /** A teacher begins to upload a file for this place. A listener throws where it is not theirs. */
  'upload.begun': { ownerId: string; place: UploadPlace }
  /** A file has arrived: its video exists and waits to be prepared. Its owner is locked. */
  'upload.finished': { videoId: string; ownerId: string; name: string; place: UploadPlace }
  /** After the commit: the preparation of a video went on. Its owner has been told. */
  'video.changed': { ownerId: string; video: VideoState; events: AppContext['events'] }
  /** A video could not be prepared. Its owner is locked. `context` notifies after the commit. */
  'video.failed': {
    videoId: string
    ownerId: string
    fault: string
    context: Pick<AppContext, 'db' | 'events' | 'jobs'>
  }
  /** A teacher has given a course this video, which may still wait for an admin. */
  'course.videoLinked': { video: Video }
  /** A course is about to show another video. */
  'course.videoChanged': { courseId: string }
  /** A viewer says that the video of a course does not play. */
  'course.videoFailed': { courseId: string }
  /** A comment is about to be removed. */
  'comment.removed': { commentId: string }
  /** These items wait for an admin. */
  'revision.waiting': { items: readonly ItemRef[] }
  /** After the commit: these items have another newest version. `context` tells browsers. */
  'revision.saved': { subjectIds: readonly string[]; context: Pick<AppContext, 'db' | 'events' | 'jobs'> }
  /** A playlist, or courses of it, are public for the first time. */
  'item.published': { playlistId: string; isNew: boolean; courses: string[] }
  /** A user, playlist or course was deleted with everything that belongs to it. */
  'item.gone': Record<never, never>
}

type EventName = keyof SiteEvents
type Listener<Name extends EventName> = (trx: Db, event: SiteEvents[Name]) => Promise<void>

const listeners: { [Name in EventName]?: Listener<Name>[] } = {}

/** Adds a listener. It runs in the transaction that emits the event, after the listeners that were added before. */
export function on<Name extends EventName>(name: Name, listener: Listener<Name>): void {
  const others: Listener<Name>[] = listeners[name] ?? []
  Object.assign(listeners, { [name]: [...others, listener] })
}

/**
 * Runs the listeners of an event, one after the other, in the transaction of the change; if one throws, nothing is changed.
 * Lock the parents of the changed rows before. Effects outside the database wait for the commit with `afterCommit`.
 */
export async function emit<Name extends EventName>(
  trx: Db,
  name: Name,
  event: SiteEvents[Name],
): Promise<void> {
  const inOrder: Listener<Name>[] | undefined = listeners[name]
  // A program that forgets to import server/listeners.ts would leave rows behind in silence.
  if (inOrder === undefined) throw new Error(`Nobody listens to ${name}. Import server/listeners.ts first.`)
  for (const listener of inOrder) await listener(trx, event)
}
