import { approvalApi } from '#contract/review/approval.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/review/approval-messages.ts'
import { reviewApi } from '#contract/review/review-api.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { withLink } from '#server/features/catalog/audience/links.ts'
import { fullCourse } from '#server/features/catalog/courses/course-rows.queries.ts'
import { fullPlaylist } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import {
  COURSE_NOT_FOUND,
  findCourse,
  findPlaylist,
  PLAYLIST_NOT_FOUND,
} from '#server/features/catalog/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { setStatus } from './approval.ts'
import { listAudit } from './audit-list.ts'
import { batchRoute } from './batch.routes.ts'
import { decide, revisionToUse } from './decide.ts'
import { decideMany } from './decide-many.ts'
import { listDesk, listHistory, readRevision, waitingTime } from './desk.ts'
import { addNote, answerNote, noteToAnswer } from './notes.ts'
import { announceRevisions } from './notices.ts'
import { checkReviewer, claim, personToTrust, setTrusted } from './reviewers.ts'
import { DECIDED, roundRoutes } from './rounds.routes.ts'
import { publishScheduled } from './schedule.ts'
import { isTrusted } from './submit.queries.ts'
import { submitCourse, submitPlaylist, withdraw } from './submit.ts'

const submittedMessage = (trusted: boolean) => (trusted ? 'Approved automatically.' : 'Submitted for review.')
const WITHDRAWN = 'Withdrawn. It is a draft again.'

export function reviewRoutes(context: AppContext): void {
  submissionRoutes(context)
  batchRoute(context)
  publishScheduled(context)
  deskRoutes(context)
  roundRoutes(context)
  noteRoutes(context)
  adminRoutes(context)
  approvalRoutes(context)
}

function submissionRoutes(context: AppContext): void {
  const { db, images } = context
  const playlist = async (viewer: Viewer, id: string) => {
    const data = await fullPlaylist(db, viewer, id)
    if (!data) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    return withLink(context, viewer, data)
  }
  const course = async (viewer: Viewer, id: string) => {
    const data = await fullCourse(db, viewer, id)
    if (!data) throw new AppError('not_found', COURSE_NOT_FOUND)
    return data
  }

  route(context, reviewApi.submitPlaylist, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object: { id }, body, meta }) => {
      requireConfirmed(context, viewer)
      const { released, submitted, trusted } = await submitPlaylist(
        db,
        { teacher: viewer, meta },
        { id, ...body },
      )
      await images.release(released)
      await announceRevisions(context, submitted)
      return {
        success: true as const,
        message: submittedMessage(trusted),
        data: await playlist(viewer, id),
      }
    },
  })

  route(context, reviewApi.withdrawPlaylist, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object: { id } }) => {
      await withdraw(db, viewer, { kind: 'playlist', id })
      await announceRevisions(context, [id])
      return { success: true as const, message: WITHDRAWN, data: await playlist(viewer, id) }
    },
  })

  route(context, reviewApi.submitCourse, {
    object: ({ viewer, param }) => findCourse(db, viewer, { courseId: param('courseId') }),
    run: async ({ viewer, object: { id }, meta }) => {
      requireConfirmed(context, viewer)
      const { released, submitted, trusted } = await submitCourse(db, { teacher: viewer, meta }, id)
      await images.release(released)
      await announceRevisions(context, submitted)
      return {
        success: true as const,
        message: submittedMessage(trusted),
        data: await course(viewer, id),
      }
    },
  })

  route(context, reviewApi.withdrawCourse, {
    object: ({ viewer, param }) => findCourse(db, viewer, { courseId: param('courseId') }),
    run: async ({ viewer, object: { id } }) => {
      await withdraw(db, viewer, { kind: 'course', id })
      await announceRevisions(context, [id])
      return { success: true as const, message: WITHDRAWN, data: await course(viewer, id) }
    },
  })

  route(context, reviewApi.waitingTime, {
    run: async ({ reading, viewer }) => ({
      ...(await waitingTime(reading)),
      trusted: viewer !== undefined && (await isTrusted(reading, viewer.id)),
      edits: await context.settings.get('reviewEdits'),
    }),
  })

  route(context, reviewApi.history, {
    object: ({ reading, viewer, param }) =>
      findPlaylist(reading, viewer, { playlistId: param('playlistId') }),
    run: ({ reading, viewer, object: { id }, query }) =>
      listHistory(reading, viewer, { playlistId: id, ...query }),
  })
}

function deskRoutes(context: AppContext): void {
  const { images } = context
  const { selfReview } = context.settings
  const { db } = context

  route(context, reviewApi.list, {
    run: ({ reading, viewer, query }) => listDesk(reading, viewer, query),
  })

  route(context, reviewApi.get, {
    object: ({ reading, param }) => revisionToUse(reading, param('revisionId')),
    run: ({ reading, viewer, object: { id } }) => readRevision(reading, viewer, id),
  })

  route(context, reviewApi.claim, {
    object: ({ param }) => revisionToUse(db, param('revisionId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object: revision, body: { takeOver = false } }) => ({
      success: true as const,
      message: 'You are reviewing this.',
      claim: await claim(db, viewer, { revision, takeOver }),
    }),
  })

  route(context, reviewApi.decide, {
    object: async ({ viewer, param }) => {
      const revision = await revisionToUse(db, param('revisionId'))
      if (revision) await checkReviewer(db, { admin: viewer, selfReview }, revision.teacher_id)
      return revision
    },
    run: async ({ viewer, object: revision, body: decision, meta }) => {
      const { released, decided } = await decide(db, { admin: viewer, meta }, { revision, decision })
      await images.release(released)
      await announceRevisions(context, decided)
      const data = await readRevision(db, viewer, revision.id)
      return { success: true as const, message: DECIDED[decision.state], data }
    },
  })

  route(context, reviewApi.decideMany, {
    run: async ({ viewer, body: decision, meta }) => {
      const decider = { admin: viewer, meta }
      const { decided, failed, released, items } = await decideMany(db, decider, { selfReview, decision })
      await images.release(released)
      await announceRevisions(context, items)
      return { success: true as const, message: `${decided.length} decided.`, decided, failed }
    },
  })
}

function noteRoutes(context: AppContext): void {
  const { db } = context

  route(context, reviewApi.note, {
    object: ({ param }) => revisionToUse(db, param('revisionId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object: revision, body: draft }) => ({
      note: await addNote(db, viewer, { revision, draft }),
    }),
  })

  route(context, reviewApi.answerNote, {
    object: ({ param }) => noteToAnswer(db, param('reviewNoteId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object: note, body }) => {
      const answered = await answerNote(db, viewer, { note, ...body })
      await announceRevisions(context, [note.subject_id])
      return { note: answered }
    },
  })
}

function adminRoutes(context: AppContext): void {
  const { throttle } = context
  const { selfReview } = context.settings
  const { db } = context

  route(context, reviewApi.trust, {
    object: async ({ viewer, param }) => {
      const person = await personToTrust(db, param('userId'))
      if (person) await checkReviewer(db, { admin: viewer, selfReview }, person.id)
      return person
    },
    changes: () => NO_TAGS,
    run: async ({ viewer: admin, object: person, body: { trusted, password }, meta }) => {
      await setTrusted({ db, throttle }, { admin, meta, person, trusted, password })
      const what = trusted ? 'is trusted now' : 'is no longer trusted'
      return { success: true as const, message: `${person.username} ${what}.` }
    },
  })

  route(context, reviewApi.audit, {
    run: ({ reading, query }) => listAudit(reading, query),
  })
}

function approvalRoutes(context: AppContext): void {
  const { db, images } = context
  const { selfReview } = context.settings

  /** The work that the admin may review; their own is rejected before the body is read. */
  async function reviewable<Reviewed extends { teacher_id: string }>(
    admin: Viewer,
    resource: Reviewed | undefined,
  ) {
    if (resource) await checkReviewer(db, { admin, selfReview }, resource.teacher_id)
    return resource
  }

  route(context, approvalApi.playlist, {
    object: async ({ viewer, param }) =>
      reviewable(viewer, await findPlaylist(db, viewer, { playlistId: param('playlistId') })),
    run: async ({ viewer, object: { id, teacher_id: teacherId }, body, meta }) => {
      const { isPlaylistApproved: status, updatedAt: seen } = body
      const decision = { kind: 'playlist' as const, id, teacherId, status, seen }
      await images.release(await setStatus(db, { admin: viewer, meta }, decision))
      await announceRevisions(context, [id])
      const updatedPlaylist = await fullPlaylist(db, viewer, id)
      if (!updatedPlaylist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
      return { success: true as const, message: PLAYLIST_STATUS_UPDATED, updatedPlaylist }
    },
  })

  route(context, approvalApi.course, {
    object: async ({ viewer, param }) =>
      reviewable(viewer, await findCourse(db, viewer, { courseId: param('courseId') })),
    run: async ({ viewer, object: { id, teacher_id: teacherId }, body, meta }) => {
      const { isCourseApproved: status, updatedAt: seen } = body
      const decision = { kind: 'course' as const, id, teacherId, status, seen }
      await images.release(await setStatus(db, { admin: viewer, meta }, decision))
      await announceRevisions(context, [id])
      const updatedCourse = await fullCourse(db, viewer, id)
      if (!updatedCourse) throw new AppError('not_found', COURSE_NOT_FOUND)
      return { success: true as const, message: COURSE_STATUS_UPDATED, updatedCourse }
    },
  })
}
