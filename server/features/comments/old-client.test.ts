import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/**
 * What a client of the former version reads: these shapes are written out here on purpose, so that a change of the contract
 * cannot change them. Such a client ignores keys that it does not know.
 */
const Text = z.string()
const Image = z.object({ url: Text, width: z.number(), height: z.number() })
const User = z.object({ _id: Text, username: Text, profilePhoto: Image, role: Text })
const Comment = z.object({
  _id: Text,
  text: Text,
  courseId: Text,
  user: User,
  createdAt: Text,
  updatedAt: Text,
})
const Comments = z.object({ comments: z.array(Comment), total: z.number(), nextCursor: Text.nullable() })
const Course = z.object({
  _id: Text,
  videoTitle: Text,
  videoLink: z.string().length(11),
  description: Text,
  tutorialImage: Image,
  isCourseApproved: z.literal('approved'),
  playlist: z.object({ _id: Text, title: Text }),
  teacher: User,
  likes: z.array(Text),
  likesCount: z.number(),
  commentsCount: z.number(),
  createdAt: Text,
  updatedAt: Text,
})
const Done = z.object({ success: z.literal(true), message: Text })
const Liked = Done.extend({ likes: z.array(Text), likesCount: z.number() })
const Added = Done.extend({ comment: Comment })
const Updated = Done.extend({ updatedComment: Comment })
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('likes.changed'), courseId: Text, likesCount: z.number() }),
  z.object({
    type: z.literal('comment.created'),
    courseId: Text,
    comment: Comment,
    commentsCount: z.number(),
  }),
  z.object({ type: z.literal('comment.updated'), courseId: Text, comment: Comment }),
  z.object({
    type: z.literal('comment.removed'),
    courseId: Text,
    commentId: Text,
    commentsCount: z.number(),
  }),
])

test('an old client watches, likes and comments as before, and its list has the replies', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const old = await testApp.user('Olga')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const later = stopClock()
  const events: unknown[] = []
  testApp.context.events.watch(courseId, ({ event }) => events.push(event))
  const list = async () =>
    Comments.parse((await old.request('GET', `/api/comments?courseId=${courseId}`)).json())
  const watch = async () =>
    Course.parse((await old.request('GET', `/api/courses/${playlistId}/${courseId}`)).json())

  expect(await watch()).toMatchObject({ videoLink: 'dQw4w9WgXcQ', likesCount: 0, commentsCount: 0 })
  const liked = Liked.parse((await old.request('POST', `/api/courses/${courseId}/like`, {})).json())
  expect(liked).toMatchObject({ message: 'Course liked.', likes: [old.id], likesCount: 1 })

  const write = { text: 'From an old client.', courseId }
  const { comment } = Added.parse((await old.request('POST', '/api/comments', write)).json())
  later()
  const reply = { text: 'From a new one.', courseId, parentId: comment._id, at: 95 }
  const { comment: answer } = (await teacher.request('POST', '/api/comments', reply)).json()
  expect((await list()).comments.map(({ _id }) => _id)).toEqual([answer._id, comment._id])
  expect((await watch()).commentsCount).toBe(2)

  const address = `/api/comments/${comment._id}`
  const reworded = { text: 'Reworded.', courseId }
  expect(Updated.parse((await old.request('PUT', address, reworded)).json()).updatedComment.text).toBe(
    'Reworded.',
  )
  expect(Done.parse((await old.request('DELETE', address)).json()).message).toBe('Comment removed.')
  expect(await list()).toMatchObject({ comments: [{ _id: answer._id }], total: 1 })
  expect((await watch()).commentsCount).toBe(1)
  expect(events.map((event) => Event.parse(event).type)).toEqual([
    'likes.changed',
    'comment.created',
    'comment.created',
    'comment.updated',
    'comment.removed',
  ])
})
